import { PASSWORD_HINT } from "~/domain/accounts/passwordHint";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import type { FormAnswer } from "~/ui/form/formAnswer";
import { PasswordField } from "~/ui/form/PasswordField";
import { SubmitButton } from "~/ui/form/SubmitButton";

interface PasswordFormProps {
  version: number;
  answer?: FormAnswer;
  onPost(): void;
}

/** A new password, after the current one (rules.md accounts/own-password). Checked by the server alone. */
export function PasswordForm({ version, answer, onPost }: PasswordFormProps) {
  const errors = answer?.result?.error ?? {};
  const field = (name: "currentPassword" | "password") => ({
    id: `own-${name}`,
    name,
    errors: errors[name] ?? undefined,
  });
  return (
    <Card title="Password">
      <Form
        method="post"
        action={`${paths.profile()}?intent=password`}
        className="form narrow"
        noValidate
        preventScrollReset
        onSubmit={onPost}
      >
        <FormErrors
          id="password-errors"
          answer={answer}
          errors={errors[""] ?? undefined}
          fields={[
            { label: "Current password", ...field("currentPassword") },
            { label: "New password", ...field("password") },
          ]}
        />
        <input type="hidden" name="version" value={String(answer?.result?.initialValue?.version ?? version)} />
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          maxLength={200}
          {...field("currentPassword")}
          required
        />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint={`${PASSWORD_HINT}. Changing it signs you out everywhere else.`}
          {...field("password")}
          required
        />
        <div className="form-actions">
          <SubmitButton variant="outline" pendingText="Saving">
            Change password
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
