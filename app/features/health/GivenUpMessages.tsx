import type { DeadLetter } from "~/domain/deadLetters/findDeadLetters";
import { useZone } from "~/features/frame/useZone";
import { formatDateTime } from "~/format/dates";
import { Form } from "~/ui/form/Form";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { HealthTable } from "./HealthTable";

interface GivenUpMessagesProps {
  letters: readonly Pick<DeadLetter, "id" | "queue" | "body" | "receivedAt">[];
  /** More wait than are shown. */
  more: boolean;
}

const queueLabels: Record<string, string> = {
  "portal-outbox": "Emails and notifications",
  "portal-visits": "Referral visits",
  "portal-exports": "Exports",
};

const PREVIEW = 80;

/** Messages that a queue could not deliver, each with both decisions. */
export function GivenUpMessages({ letters, more }: GivenUpMessagesProps) {
  const zone = useZone();
  return (
    <>
      <HealthTable
        title="Given up messages"
        note="A queue could not deliver these. Send them again when the cause is solved."
        columns={[
          { key: "queue", label: "Queue" },
          { key: "at", label: "Given up", moment: true },
          { key: "body", label: "Message" },
        ]}
        rows={letters.map(({ id, queue, body, receivedAt }) => ({
          key: id,
          cells: {
            queue: queueLabels[queue] ?? queue,
            at: formatDateTime(receivedAt, zone),
            body: (
              <details>
                <summary>
                  <code>{body.length > PREVIEW ? `${body.slice(0, PREVIEW)}…` : body}</code>
                </summary>
                <pre className="dead-letter">{readable(body)}</pre>
              </details>
            ),
          },
          actions: (
            <Form method="post" preventScrollReset className="row">
              <input type="hidden" name="id" value={id} />
              <SubmitButton size={1} name="intent" value="send" pendingText="Sending">
                Send again
              </SubmitButton>
              <SubmitButton size={1} name="intent" value="delete" variant="danger" pendingText="Deleting">
                Delete
              </SubmitButton>
            </Form>
          ),
        }))}
      />
      {letters.length > 1 ? (
        <Form method="post" preventScrollReset className="form-actions">
          <SubmitButton name="intent" value="sendAll" pendingText="Sending">
            {more ? `Send the first ${letters.length} again` : "Send all again"}
          </SubmitButton>
        </Form>
      ) : null}
    </>
  );
}

function readable(body: string) {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
