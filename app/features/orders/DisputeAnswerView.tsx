import type { SubmissionResult } from "@conform-to/react";
import type { DisputeAnswer } from "~/domain/evidence/findDisputeAnswer";
import type { AnswerTexts } from "~/domain/ports/evidence";
import { useZone } from "~/features/frame/useZone";
import { formatDateTime, formatLongDate } from "~/format/dates";
import { formatCents } from "~/format/money";
import { zoneWords } from "~/format/zones";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Facts } from "~/ui/card/Facts";
import { Alert } from "~/ui/feedback/Alert";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { versionToPost } from "~/ui/form/staleEntries";
import { TextAreaField } from "~/ui/form/TextAreaField";
import { TextField } from "~/ui/form/TextField";
import { PageHeader } from "~/ui/layout/PageHeader";

interface DisputeAnswerViewProps {
  dispute: DisputeAnswer;
  lastResult?: SubmissionResult;
}

/** `rows` of a long text. */
const fields: { name: keyof AnswerTexts; label: string; rows?: number; hint?: string }[] = [
  { name: "product_description", label: "What you sold", rows: 5 },
  { name: "customer_name", label: "Client's name" },
  { name: "customer_email_address", label: "Client's email address" },
  { name: "billing_address", label: "Billing address" },
  { name: "service_date", label: "Date of the service" },
  {
    name: "access_activity_log",
    label: "What the client approved",
    rows: 6,
    hint: "From the history of the order, with names and times",
  },
  { name: "uncategorized_text", label: "Anything else the bank should know", rows: 5 },
];

const documents: Record<string, string> = {
  receipt: "Invoice",
  customer_communication: "Messages with the client",
  service_documentation: "Record of the delivery",
};

/** The answer to a dispute: what it says, and the buttons that save and send it. */
export function DisputeAnswerView({ dispute, lastResult }: DisputeAnswerViewProps) {
  const zone = useZone();
  const { orderId, orderNumber, amount, evidenceDueAt, open, answer } = dispute;
  const action = paths.disputeAnswer(orderId, dispute.id);
  return (
    <>
      <PageHeader
        title="Answer to a dispute"
        back={{ href: paths.order(orderId), label: `Order ${orderNumber}` }}
        help={`${formatCents(amount)}, ${dispute.reason.replaceAll("_", " ")}`}
      />
      <div className="stack">
        {open ? (
          <Alert
            tone="warning"
            title={`Send your answer by ${formatLongDate(evidenceDueAt ?? 0, zone)} (${zoneWords(zone)})`}
          >
            The bank takes one answer and reads it as it is. You cannot change it afterwards.
          </Alert>
        ) : answer?.sent ? (
          <Alert tone="success" title={`Sent ${formatDateTime(answer.sent.at, zone)} by ${answer.sent.by}`}>
            The bank decides. We notify you when it does.
          </Alert>
        ) : (
          <Alert title="The bank takes no answer to this dispute any more" />
        )}
        {answer && open ? (
          <AnswerForm action={action} answer={answer} lastResult={lastResult} />
        ) : answer ? (
          <Sent answer={answer} />
        ) : open ? (
          <Card>
            <FormErrors errors={lastResult?.error?.[""] ?? undefined} />
            <p>
              We fill the answer from the order: invoice, messages, approvals and links. You edit it and then send it.
            </p>
            <Form method="post" action={`${action}?intent=prepare`} unguarded>
              <SubmitButton pendingText="Preparing">Prepare answer</SubmitButton>
            </Form>
          </Card>
        ) : null}
      </div>
    </>
  );
}

type Answer = NonNullable<DisputeAnswer["answer"]>;

const attached = (answer: Answer) => Object.keys(documents).filter((name) => answer.fields[name]);

function AnswerForm({ action, answer, lastResult }: { action: string; answer: Answer; lastResult?: SubmissionResult }) {
  // A field that was emptied is missing in what was typed.
  const shown: Record<string, unknown> = lastResult?.initialValue ?? answer.fields;
  const errors = lastResult?.error ?? {};
  return (
    <Card>
      <Form method="post" action={action} className="form" noValidate>
        <FormErrors
          errors={errors[""] ?? undefined}
          fields={fields.map(({ name, label }) => ({ id: name, label, errors: errors[name] ?? undefined }))}
        />
        <input type="hidden" name="version" value={versionToPost(lastResult, answer.version)} />
        {fields.map(({ name, label, rows, hint }) => {
          const shared = {
            name,
            label,
            hint,
            defaultValue: String(shown[name] ?? ""),
            errors: errors[name] ?? undefined,
          };
          return rows ? <TextAreaField key={name} {...shared} rows={rows} /> : <TextField key={name} {...shared} />;
        })}
        <p>
          Attached:{" "}
          {attached(answer)
            .map((name) => documents[name])
            .join(", ")}
        </p>
        <div className="form-actions">
          <SubmitButton name="act" value="send" pendingText="Sending">
            Send
          </SubmitButton>
          <SubmitButton name="act" value="save" variant="outline" pendingText="Saving">
            Save draft
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}

/** The answer as it went to the bank. */
function Sent({ answer }: { answer: Answer }) {
  return (
    <Card>
      <Facts
        stacked
        facts={[
          ...fields.flatMap(({ name, label }) => {
            const value = answer.fields[name];
            return value ? [{ label, value: <span className="order-answer">{value}</span> }] : [];
          }),
          {
            label: "Attached",
            value: attached(answer)
              .map((name) => documents[name])
              .join(", "),
          },
        ]}
      />
    </Card>
  );
}
