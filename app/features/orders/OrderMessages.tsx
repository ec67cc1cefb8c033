import { Link, useLocation, useNavigate, useNavigation, useRevalidator } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { CursorPage } from "~/domain/cursorPage";
import type { ComposerParts } from "~/domain/messages/composerParts";
import type { MessageThread } from "~/domain/messages/messageThreads";
import type { ImportedMessage, OrderMessage } from "~/domain/messages/orderMessage";
import { useZone } from "~/features/frame/useZone";
import { formatDateTime } from "~/format/dates";
import { formatFileSize } from "~/format/fileSize";
import { paths, samePlace } from "~/paths";
import { RichText } from "~/richtext/RichText";
import { Alert } from "~/ui/feedback/Alert";
import { Badge } from "~/ui/feedback/Badge";
import { FailedRead } from "~/ui/feedback/FailedRead";
import { LinkButton } from "~/ui/form/LinkButton";
import { Icon } from "~/ui/icon/Icon";
import { Avatar } from "~/ui/layout/Avatar";
import { Tabs } from "~/ui/layout/Tabs";
import { useOrderNews } from "../notifications/orderNews";
import { EarlierLinks } from "./EarlierLinks";
import { fetchThread } from "./fetchThread";
import { MessageComposer } from "./MessageComposer";
import type { OrderFormAnswer } from "./orderForms";
import { type OrderPlace, orderHref, partHref, placeSearch, quoteHref } from "./orderHref";

interface OrderMessagesProps {
  place: OrderPlace;
  staff: boolean;
  /** Oldest first; null when the query failed. */
  messages: CursorPage<OrderMessage> | null;
  /** Messages imported with a migrated order; null when the query failed. */
  imported: readonly ImportedMessage[] | null;
  composer: ComposerParts;
  /** Changes whenever the order or its newest reports do; null on a page that shows earlier reports. */
  stamp: string | null;
  formKey: string;
  /** The quote that the address asks for. */
  quote?: string;
  /** Colleagues to mention, for staff. */
  team?: readonly { id: string; name: string }[];
  /** The response to a message posted without script. */
  answer?: OrderFormAnswer;
}

/** 'Admin' reads as 'to the admin'. */
const threadLabels: Record<MessageThread, ReactNode> = {
  Customer: "Customer",
  Admin: (
    <>
      <Icon name="lock" size={14} /> Team only
    </>
  ),
};

/** The conversation of an order: the customer's thread, and for staff their internal one. */
export function OrderMessages(props: OrderMessagesProps) {
  const { place, staff, imported, composer, formKey, team = [], answer } = props;
  const { shown, sent } = useLiveThread(props);
  const internal = place.thread === "Admin";
  const { opened, unsent, noteDraft } = useDrafts(place.thread);
  return (
    <section className={internal ? "card talk talk-internal" : "card talk"} id="messages" aria-label="Conversation">
      <div className="card-head">
        <h2>Messages</h2>
        {staff ? (
          <LinkButton
            to={samePlace(paths.orderMessagesLater(place.orderId), placeSearch(place))}
            size={1}
            variant="ghost"
            preventScrollReset
          >
            Send later
          </LinkButton>
        ) : null}
      </div>
      {staff ? (
        <Tabs
          label="Threads"
          tabs={(["Customer", "Admin"] as const).map((thread) => ({
            label:
              unsent[thread] && place.thread !== thread ? (
                <>
                  {threadLabels[thread]} <span className="small muted">(unsent)</span>
                </>
              ) : (
                threadLabels[thread]
              ),
            href: `${orderHref({ ...place, thread })}#messages`,
            active: place.thread === thread,
          }))}
        />
      ) : null}
      {internal ? (
        <p className="talk-lock">
          <Icon name="lock" />
          Only your team sees this
        </p>
      ) : null}
      {imported === null ? (
        <FailedRead>An error occurred while loading migrated messages.</FailedRead>
      ) : imported.length > 0 ? (
        <Imported messages={imported} />
      ) : null}
      {shown === null ? (
        <Alert
          tone="danger"
          action={
            <LinkButton to={orderHref(place)} reloadDocument>
              Try again
            </LinkButton>
          }
        >
          An error occurred while loading messages.
        </Alert>
      ) : (
        <>
          <EarlierLinks place={place} part="messages" firstId={shown.rows[0]?.id ?? null} {...shown} />
          <Thread messages={shown.rows} place={place} staff={staff} internal={internal} />
        </>
      )}
      {opened.map((thread) => (
        <MessageComposer
          key={thread}
          place={{ ...place, thread }}
          staff={staff}
          formKey={formKey}
          draft={place.thread === thread ? composer.draft : null}
          replies={composer.replies}
          team={staff ? team : []}
          quote={place.thread === thread ? props.quote : undefined}
          answer={place.thread === thread ? answer : undefined}
          hidden={place.thread !== thread}
          onDraft={(isUnsent) => noteDraft(thread, isUnsent)}
          onSent={() => sent(thread)}
        />
      ))}
    </section>
  );
}

/** The threads opened so far. Each keeps its form in the page, so that its unsent text is kept and guarded. */
function useDrafts(thread: MessageThread) {
  const [opened, setOpened] = useState<readonly MessageThread[]>([thread]);
  if (!opened.includes(thread)) setOpened([...opened, thread]);
  const [unsent, setUnsent] = useState<Partial<Record<MessageThread, boolean>>>({});
  const noteDraft = (of: MessageThread, isUnsent: boolean) =>
    setUnsent((before) => (Boolean(before[of]) === isUnsent ? before : { ...before, [of]: isUnsent }));
  return { opened, unsent, noteDraft };
}

/** The thread from the server, refetched on every update, unless it shows earlier messages. */
function useLiveThread({ place, staff, messages, stamp }: OrderMessagesProps) {
  const [shown, setShown] = useState(messages);
  const [served, setServed] = useState(messages);
  if (served !== messages) {
    setServed(messages);
    setShown(messages);
  }
  const revalidator = useRevalidator();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const { key: page } = useLocation();
  const asked = useRef(0);
  const here = useRef("");
  // Read when the response arrives. Revalidating during a navigation would restart it and could lose a one-time
  // toast.
  const idle = useRef(true);
  useEffect(() => {
    here.current = page;
    idle.current = navigation.state === "idle" && revalidator.state === "idle";
  });
  const earlier = messages?.later === true;
  const refresh = async () => {
    const mine = ++asked.current;
    const talk = await fetchThread(place);
    // Ignore a response that a newer request or another page has overtaken. Another tab may also have signed in as
    // someone else.
    if (!talk || talk.staff !== staff || mine !== asked.current || here.current !== page) return;
    if (!earlier) setShown(talk.messages);
    // Not for staff: a reload would discard an edit of the order in progress.
    if (!staff && stamp !== null && talk.stamp !== stamp && idle.current) revalidator.revalidate();
  };
  useOrderNews(place.orderId, refresh);
  const latest = useRef({ place, earlier, refresh, leaving: false });
  useEffect(() => {
    latest.current = { place, earlier, refresh, leaving: navigation.state !== "idle" };
  });
  const sent = async (thread: MessageThread) => {
    const page = latest.current;
    // The person may have opened another tab or thread while it was sent.
    if (page.place.thread !== thread) return;
    if (!page.earlier) await page.refresh();
    // What was just sent stands among the newest.
    else if (!page.leaving) navigate(partHref(page.place, "messages", null));
  };
  return { shown, sent };
}

function Thread({
  messages,
  place,
  staff,
  internal,
}: {
  messages: readonly OrderMessage[];
  place: OrderPlace;
  staff: boolean;
  internal: boolean;
}) {
  if (messages.length === 0)
    return (
      <p className="talk-empty muted">
        {internal
          ? "No internal messages yet. Leave a note for your team."
          : staff
            ? "No messages yet. We notify the client when you send one."
            : "No messages yet. Ask us anything about this order."}
      </p>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <div className="talk-scroll" role="log" aria-label="Messages of this order" tabIndex={0}>
      <ol className="talk-list">
        {messages.map((message) => (
          <li
            key={message.id}
            className={
              (internal ? message.own : message.fromStaff === staff) ? "talk-message talk-ours" : "talk-message"
            }
          >
            <Avatar name={message.fromName} />
            <div className="talk-bubble">
              <p className="talk-head">
                <strong translate="no">{message.fromName}</strong>
                {message.realFromName ? <span className="small muted">by {message.realFromName}</span> : null}
                <Sent at={message.createdAt} />
              </p>
              <RichText html={message.body} />
              <MessageFiles files={message.files} />
              <MessageActions message={message} place={place} />
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Whether it was edited and read, and what can be done with it. */
function MessageActions({ message, place }: { message: OrderMessage; place: OrderPlace }) {
  const zone = useZone();
  const { editedAt, editable, readAt } = message;
  const quote = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void import("./appendText").then(({ appendQuote }) => appendQuote(message));
  };
  return (
    <p className="small row no-print">
      {editedAt === null ? null : <span className="small muted">edited</span>}
      {readAt === undefined ? null : <span className="small muted">Read {formatDateTime(readAt, zone)}</span>}
      <Link to={quoteHref(place, message.id)} onClick={quote}>
        Quote<span className="visually-hidden"> the message of {message.fromName}</span>
      </Link>
      {editable ? (
        <Link to={samePlace(paths.orderMessageEdit(place.orderId, message.id), placeSearch(place))} preventScrollReset>
          Edit<span className="visually-hidden"> your message</span>
        </Link>
      ) : null}
    </p>
  );
}

export function MessageFiles({ files }: Pick<OrderMessage, "files">) {
  if (files.length === 0) return null;
  return (
    <ul className="upload-list" aria-label="Files">
      {files.map(({ key, name, size }) => (
        <li key={key}>
          <a href={paths.file(key)} download={name}>
            <Icon name="paperclip" size={14} /> {name}
          </a>{" "}
          <span className="small muted">{formatFileSize(size)}</span>
        </li>
      ))}
    </ul>
  );
}

function Imported({ messages }: { messages: readonly ImportedMessage[] }) {
  return (
    <details className="talk-imported" open>
      <summary>{messages.length === 1 ? "1 message" : `${messages.length} messages`} from your previous portal</summary>
      <ol className="talk-list">
        {messages.map((message) => (
          <li key={message.id} className="talk-message">
            <Avatar name={message.fromName} />
            <div className="talk-bubble">
              <p className="talk-head">
                <strong translate="no">{message.fromName}</strong>
                <Badge>Imported</Badge>
                <Sent at={message.createdAt} />
              </p>
              <RichText html={message.body} />
            </div>
          </li>
        ))}
      </ol>
    </details>
  );
}

const Sent = ({ at }: { at: number }) => {
  const zone = useZone();
  return (
    <time className="small muted" dateTime={new Date(at).toISOString()}>
      {formatDateTime(at, zone)}
    </time>
  );
};
