import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { ForgotPasswordInput } from "~/domain/accounts/accountInputs";
import { Form } from "~/ui/form/Form";
import { fieldProps } from "~/ui/form/fieldProps";
import { parseForm } from "~/ui/form/parseForm";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextField } from "~/ui/form/TextField";
import { AccountErrors } from "./AccountErrors";

/** Asks where to send the link to. */
export function ForgotPasswordForm({ lastResult }: { lastResult?: SubmissionResult }) {
  const [form, fields] = useForm({
    id: "forgot-password",
    lastResult,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseForm(formData, ForgotPasswordInput),
  });
  return (
    <Form method="post" unguarded className="form" {...getFormProps(form)}>
      <AccountErrors id={form.id} errors={form.errors} fields={[{ label: "Email", ...fieldProps(fields.email) }]} />
      <TextField label="Email" type="email" autoComplete="username" {...fieldProps(fields.email)} required />
      <SubmitButton size={3} wide>
        Send link
      </SubmitButton>
    </Form>
  );
}
