import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { CursorPage } from "~/domain/cursorPage";
import type { ComposerParts } from "~/domain/messages/composerParts";
import type { MessageThread } from "~/domain/messages/messageThreads";
import type { OpenedThread } from "~/domain/messages/openThread";
import type { ImportedMessage, OrderMessage } from "~/domain/messages/orderMessage";
import { threadStateLabels } from "~/domain/messages/threadStates";
import { orderStatusLabel } from "~/domain/orders/orderStates";
import { useZone } from "~/features/frame/useZone";
import { formatDateTime, formatDay } from "~/format/dates";
import { formatCents } from "~/format/money";
import { formatNumber } from "~/format/numbers";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { type Fact, Facts } from "~/ui/card/Facts";
import { Badge } from "~/ui/feedback/Badge";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { formErrorsOf } from "~/ui/form/formAnswer";
import { LinkButton } from "~/ui/form/LinkButton";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { PageHeader } from "~/ui/layout/PageHeader";
import { OrderMessages } from "../orders/OrderMessages";
import type { OrderFormAnswer } from "../orders/orderForms";
import { InboxList, type InboxListProps, InboxTabs } from "./InboxList";
import { inboxHref } from "./inboxHref";
import "./inbox.css";

interface ThreadViewProps extends InboxListProps {
  thread: OpenedThread;
  /** Working hours until the first answer; null before it. */
  responseHours: number | null;
  shown: MessageThread;
  messages: CursorPage<OrderMessage> | null;
  imported: ImportedMessage[] | null;
  composer: ComposerParts;
  formKey: string;
  answer?: OrderFormAnswer;
}

/** A conversation between the list that it is in and the facts of its order. On a phone it is a page of its own. */
export function ThreadView(props: ThreadViewProps) {
  const { thread, responseHours, shown, messages, imported, composer, formKey, answer, ...list } = props;
  const { tab, page } = list;
  const rows = page?.threads ?? [];
  const at = rows.findIndex(({ orderId }) => orderId === thread.orderId);
  const next = rows[at + 1];
  return (
    <>
      <PageHeader
        back={{ href: inboxHref(tab), label: "Inbox" }}
        title={thread.clientName}
        badge={thread.state ? <Badge>{threadStateLabels[thread.state]}</Badge> : null}
        help={`Order ${thread.orderNumber}, ${thread.serviceName}`}
        action={
          <>
            <Neighbour thread={rows[at - 1]} tab={tab} rel="prev">
              Previous
            </Neighbour>
            <Neighbour thread={next} tab={tab} rel="next">
              Next
            </Neighbour>
            <ThreadButtons thread={thread} tab={tab} nextId={next?.orderId} />
          </>
        }
      />
      <FormErrors errors={answer?.intent ? undefined : formErrorsOf(answer)} />
      <InboxTabs {...list} />
      <div className="inbox inbox-open">
        <InboxList {...list} openId={thread.orderId} />
        <div className="inbox-thread-page">
          <OrderMessages
            // Another conversation keeps nothing that was typed in this one.
            key={thread.orderId}
            place={{ orderId: thread.orderId, tab, thread: shown, inbox: true }}
            staff
            messages={messages}
            imported={imported}
            composer={composer}
            stamp={null}
            formKey={formKey}
            answer={answer?.intent ? answer : undefined}
          />
          <ThreadFacts thread={thread} responseHours={responseHours} />
        </div>
      </div>
    </>
  );
}

function Neighbour({
  thread,
  tab,
  ...link
}: Pick<InboxListProps, "tab"> & {
  thread: { orderId: string } | undefined;
  rel: "prev" | "next";
  children: ReactNode;
}) {
  return thread ? <LinkButton to={paths.inboxThread(thread.orderId, tab)} {...link} /> : null;
}

/** The last message that the page knows of goes with each change: a newer one has to be read first. */
function ThreadButtons({ thread, tab, nextId }: Pick<ThreadViewProps, "thread" | "tab"> & { nextId?: string }) {
  if (thread.state === null) return null;
  const resolved = thread.state === "resolved";
  return (
    <Form method="post" action={paths.inboxThread(thread.orderId, tab)} className="row" unguarded preventScrollReset>
      <input type="hidden" name="lastMessageAt" value={thread.lastMessageAt ?? 0} />
      {nextId ? <input type="hidden" name="next" value={nextId} /> : null}
      {thread.state === "open" ? (
        <SubmitButton variant="outline" name="change" value="unread">
          Mark as unread
        </SubmitButton>
      ) : null}
      <SubmitButton variant="outline" name="change" value={resolved ? "reopen" : "resolve"}>
        {resolved ? "Reopen" : "Resolve"}
      </SubmitButton>
    </Form>
  );
}

function ThreadFacts({ thread, responseHours }: Pick<ThreadViewProps, "thread" | "responseHours">) {
  const zone = useZone();
  const facts: (Fact | null)[] = [
    { label: "Status", value: orderStatusLabel(thread.status) },
    { label: "Client", value: <Link to={paths.client(thread.clientId)}>{thread.clientName}</Link> },
    { label: "Assigned", value: thread.assignedToName ?? "Unassigned" },
    thread.dueAt === null ? null : { label: "Due", value: formatDay(thread.dueAt, zone) },
    thread.snoozedUntil === null ? null : { label: "Snoozed until", value: formatDay(thread.snoozedUntil, zone) },
    { label: "Total", value: formatCents(thread.total) },
    { label: "Created", value: formatDateTime(thread.createdAt, zone) },
    thread.firstUnansweredAt === null || thread.state === "resolved"
      ? null
      : { label: "Waiting since", value: formatDateTime(thread.firstUnansweredAt, zone) },
    responseHours === null
      ? null
      : {
          label: "First answer after",
          value: `${formatNumber(responseHours)} working ${responseHours === 1 ? "hour" : "hours"}`,
        },
  ];
  return (
    <aside aria-label="Order">
      <Card
        title={`Order ${thread.orderNumber}`}
        action={
          <LinkButton to={paths.order(thread.orderId)} size={1}>
            Open order
          </LinkButton>
        }
      >
        <Facts facts={facts.filter((fact) => fact !== null)} />
      </Card>
    </aside>
  );
}
