import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { FirstAdminInput } from "~/domain/setup/firstAdminInput";
import { AccountErrors } from "~/features/accounts/AccountErrors";
import { Form } from "~/ui/form/Form";
import { fieldProps } from "~/ui/form/fieldProps";
import { parseForm } from "~/ui/form/parseForm";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextField } from "~/ui/form/TextField";

/** Name and address of the first super admin. The password is chosen through the mailed link. */
export function FirstAdminForm({ token, lastResult }: { token: string; lastResult?: SubmissionResult }) {
  const [form, fields] = useForm<FirstAdminInput>({
    id: "first-admin",
    lastResult,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseForm(formData, FirstAdminInput),
  });
  return (
    <Form method="post" className="form" {...getFormProps(form)}>
      <AccountErrors
        id="first-admin"
        errors={form.errors}
        fields={[
          { label: "First name", ...fieldProps(fields.firstName) },
          { label: "Last name", ...fieldProps(fields.lastName) },
          { label: "Email", ...fieldProps(fields.email) },
        ]}
      />
      <input type="hidden" name="token" value={token} />
      <div className="form-columns">
        <TextField label="First name" autoComplete="given-name" {...fieldProps(fields.firstName)} required />
        <TextField label="Last name" autoComplete="family-name" {...fieldProps(fields.lastName)} required />
      </div>
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        hint="We send a link to this address. Open it to choose your password."
        {...fieldProps(fields.email)}
        required
      />
      <SubmitButton size={3} wide>
        Create account
      </SubmitButton>
    </Form>
  );
}
