import { paths } from "~/paths";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { type FormAnswer, fieldErrorsOf } from "~/ui/form/formAnswer";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextAreaField } from "~/ui/form/TextAreaField";

interface ApprovalFormProps {
  token: string;
  answer: FormAnswer<{ answer: string; reason: string }> | undefined;
}

const REASON = "What should we change?";

/** Accepts or declines one proposal. Its buttons act; opening the page does not. */
export function ApprovalForm({ token, answer }: ApprovalFormProps) {
  const errors = fieldErrorsOf(answer);
  return (
    <Form method="post" action={paths.approval(token)} className="form" keyless preventScrollReset>
      <FormErrors
        id="approval-errors"
        errors={[...(errors[""] ?? []), ...(errors.answer ?? [])]}
        fields={[{ id: "reason", label: REASON, errors: errors.reason }]}
      />
      <TextAreaField
        id="reason"
        name="reason"
        label={REASON}
        hint="Needed only if you decline"
        rows={3}
        limit={2000}
        defaultValue={answer?.result?.initialValue?.reason ?? ""}
        errors={errors.reason}
      />
      <div className="form-actions">
        <SubmitButton name="answer" value="accept" pendingText="Accepting">
          Accept
        </SubmitButton>
        <SubmitButton name="answer" value="decline" variant="outline" pendingText="Declining">
          Decline
        </SubmitButton>
      </div>
    </Form>
  );
}
