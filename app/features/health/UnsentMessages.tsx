import type { DeadLetter } from "~/domain/deadLetters/findDeadLetters";
import type { GivenUpMessage } from "~/domain/outbox/givenUpMessages";
import { useZone } from "~/features/frame/useZone";
import { formatDateTime } from "~/format/dates";
import { buttonClass } from "~/ui/form/buttonClass";
import { Form } from "~/ui/form/Form";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { HealthTable } from "./HealthTable";

export interface UnsentMessagesProps {
  /** Of the outbox. */
  messages: readonly GivenUpMessage[];
  /** Of the platform's queues. */
  letters: readonly Pick<DeadLetter, "id" | "queue" | "body" | "receivedAt">[];
}

const queueLabels: Record<string, string> = {
  "portal-outbox": "Call to send emails and notifications",
  "portal-visits": "Referral visits",
  "portal-exports": "Call to make exports",
};

/** What the outbox and the queues gave up. Only a reader of the details can delete one. */
export function UnsentMessages({ messages, letters }: UnsentMessagesProps) {
  const zone = useZone();
  const all = [
    ...messages.map(({ id, summary, lastError, createdAt }) => ({
      id,
      summary,
      at: createdAt,
      details: lastError ?? "No reason is known.",
    })),
    ...letters.map(({ id, queue, body, receivedAt }) => ({
      id,
      summary: queueLabels[queue] ?? queue,
      at: receivedAt,
      details: readable(body),
    })),
  ];
  return (
    <>
      <HealthTable
        title="Messages that could not be sent"
        note="We tried each of these several times. Send them again when the cause is solved."
        columns={[
          { key: "message", label: "Message" },
          { key: "at", label: "Since", moment: true },
          { key: "details", label: "Details" },
        ]}
        rows={all.map(({ id, summary, at, details }) => ({
          key: id,
          cells: {
            message: summary,
            at: formatDateTime(at, zone),
            details: (
              <details>
                <summary className={buttonClass({ size: 1 })}>View</summary>
                <pre className="dead-letter">{details}</pre>
                <Decision id={id} intent="delete" />
              </details>
            ),
          },
          actions: <Decision id={id} intent="send" />,
        }))}
      />
      {all.length > 1 ? (
        <Form method="post" preventScrollReset className="form-actions">
          <SubmitButton name="intent" value="sendAll" variant="outline" pendingText="Sending">
            Send all again
          </SubmitButton>
        </Form>
      ) : null}
    </>
  );
}

const Decision = ({ id, intent }: { id: string; intent: "send" | "delete" }) => (
  <Form method="post" preventScrollReset>
    <input type="hidden" name="id" value={id} />
    <SubmitButton
      size={1}
      name="intent"
      value={intent}
      variant={intent === "send" ? "outline" : "danger"}
      pendingText={intent === "send" ? "Sending" : "Deleting"}
    >
      {intent === "send" ? "Send again" : "Delete"}
    </SubmitButton>
  </Form>
);

function readable(body: string) {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
