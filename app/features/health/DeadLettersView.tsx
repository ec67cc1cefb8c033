import type { DeadLetter } from "~/domain/deadLetters/findDeadLetters";
import { useZone } from "~/features/frame/useZone";
import { formatDateTime } from "~/format/dates";
import { paths } from "~/paths";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { LinkButton } from "~/ui/form/LinkButton";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { PageHeader } from "~/ui/layout/PageHeader";
import { DataTable } from "~/ui/list/DataTable";
import { EmptyState } from "~/ui/list/EmptyState";
import { queueLabel } from "./queueLabel";

interface DeadLettersViewProps {
  letters: readonly Pick<DeadLetter, "id" | "queue" | "body" | "receivedAt">[];
  /** More wait than are shown. */
  more: boolean;
  errors?: string[];
}

const PREVIEW = 80;

/** Messages that a queue gave up, with the way to send all of them again. */
export function DeadLettersView({ letters, more, errors }: DeadLettersViewProps) {
  const zone = useZone();
  return (
    <div className="stack-large">
      <PageHeader
        title="Dead letters"
        help="Messages that a queue could not deliver. Send them again when the cause is solved."
        back={{ href: paths.health(), label: "Health" }}
      />
      <FormErrors errors={errors} />
      {letters.length === 0 ? (
        <EmptyState
          title="No dead letters"
          text="Every message was delivered."
          action={<LinkButton to={paths.health()}>Back to Health</LinkButton>}
        />
      ) : (
        <>
          <DataTable
            caption="Dead letters"
            columns={[
              { key: "queue", label: "Queue" },
              { key: "at", label: "Given up", moment: true },
              { key: "body", label: "Message" },
            ]}
            rows={letters.map(({ id, queue, body, receivedAt }) => ({
              key: id,
              href: paths.deadLetter(id),
              cells: {
                queue: queueLabel(queue),
                at: formatDateTime(receivedAt, zone),
                body: <code>{body.length > PREVIEW ? `${body.slice(0, PREVIEW)}…` : body}</code>,
              },
            }))}
          />
          <Form method="post">
            <SubmitButton variant="solid" pendingText="Sending">
              {more ? `Send the first ${letters.length} again` : "Send all again"}
            </SubmitButton>
          </Form>
        </>
      )}
    </div>
  );
}
