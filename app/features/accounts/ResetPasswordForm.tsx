import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { ResetPasswordForm as ResetPasswordInput } from "~/domain/accounts/accountInputs";
import { PASSWORD_HINT } from "~/domain/accounts/passwordHint";
import { Form } from "~/ui/form/Form";
import { fieldProps } from "~/ui/form/fieldProps";
import { PasswordField } from "~/ui/form/PasswordField";
import { parseForm } from "~/ui/form/parseForm";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { AccountErrors } from "./AccountErrors";

/** The new password, twice. `verb`: the words of the button. */
export function ResetPasswordForm({ lastResult, verb }: { lastResult?: SubmissionResult; verb: string }) {
  const [form, fields] = useForm({
    id: "reset-password",
    lastResult,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseForm(formData, ResetPasswordInput),
  });
  return (
    <Form method="post" unguarded className="form" {...getFormProps(form)}>
      <AccountErrors
        id={form.id}
        errors={form.errors}
        fields={[
          { label: "New password", ...fieldProps(fields.password) },
          { label: "Confirm password", ...fieldProps(fields.confirmPassword) },
        ]}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={PASSWORD_HINT}
        {...fieldProps(fields.password)}
        required
      />
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        {...fieldProps(fields.confirmPassword)}
        required
      />
      <SubmitButton size={3} wide>
        {verb}
      </SubmitButton>
    </Form>
  );
}
