import type { DeadLetter } from "~/domain/deadLetters/findDeadLetters";
import { useZone } from "~/features/frame/useZone";
import { formatDateTime } from "~/format/dates";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Facts } from "~/ui/card/Facts";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { PageHeader } from "~/ui/layout/PageHeader";
import { queueLabel } from "./queueLabel";

interface DeadLetterViewProps {
  letter: DeadLetter;
  errors?: string[];
}

const states: Record<DeadLetter["state"], string> = {
  open: "Waiting for you",
  sent: "Sent again",
  deleted: "Deleted",
};

/** One message as it was, with both decisions. */
export function DeadLetterView({ letter, errors }: DeadLetterViewProps) {
  const zone = useZone();
  const { queue, body, receivedAt, state, handledAt } = letter;
  return (
    <div className="stack-large">
      <PageHeader title="Dead letter" back={{ href: paths.deadLetters(), label: "Dead letters" }} />
      <FormErrors errors={errors} />
      <Card title="Message">
        <Facts
          columns
          facts={[
            { label: "Queue", value: queueLabel(queue) },
            { label: "Given up", value: formatDateTime(receivedAt, zone) },
            {
              label: "State",
              value: handledAt ? `${states[state]} on ${formatDateTime(handledAt, zone)}` : states[state],
            },
          ]}
        />
        <pre className="dead-letter">{readable(body)}</pre>
      </Card>
      {state === "open" ? (
        <Form method="post" className="form-actions">
          <SubmitButton name="intent" value="delete" variant="danger" pendingText="Deleting">
            Delete
          </SubmitButton>
          <SubmitButton name="intent" value="send" variant="solid" pendingText="Sending">
            Send again
          </SubmitButton>
        </Form>
      ) : null}
    </div>
  );
}

function readable(body: string) {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
