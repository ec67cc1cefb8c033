import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { SignUpInput } from "~/domain/accounts/accountInputs";
import { PASSWORD_HINT } from "~/domain/accounts/passwordHint";
import { Form } from "~/ui/form/Form";
import { fieldProps } from "~/ui/form/fieldProps";
import { PasswordField } from "~/ui/form/PasswordField";
import { parseForm } from "~/ui/form/parseForm";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextField } from "~/ui/form/TextField";
import { AccountErrors } from "./AccountErrors";
import { BrowserZone } from "./BrowserZone";
import { HiddenFields } from "./HiddenFields";

interface SignUpFormProps {
  /** On a page that continues afterwards: keeps the scroll position. */
  preventScrollReset?: boolean;
  /** Hidden values: where to go afterwards, and which of the page's forms this is. */
  hidden?: Record<string, string>;
  lastResult?: SubmissionResult;
  /** Known values, such as the checkout's customer details. */
  values?: { firstName?: string; lastName?: string; email?: string };
}

/** Name, address, password, SIGN UP. Also inside the checkout's sign-up dialog. */
export function SignUpForm({ hidden, lastResult, values, preventScrollReset }: SignUpFormProps) {
  const [form, fields] = useForm<SignUpInput>({
    id: "sign-up",
    lastResult,
    defaultValue: values,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseForm(formData, SignUpInput),
  });
  return (
    <Form method="post" unguarded className="form" preventScrollReset={preventScrollReset} {...getFormProps(form)}>
      <AccountErrors
        id="sign-up"
        errors={form.errors}
        fields={[
          { label: "First name", ...fieldProps(fields.firstName) },
          { label: "Last name", ...fieldProps(fields.lastName) },
          { label: "Email", ...fieldProps(fields.email) },
          { label: "Password", ...fieldProps(fields.password) },
        ]}
      />
      <HiddenFields values={hidden} />
      <BrowserZone />
      <div className="form-columns">
        <TextField label="First name" autoComplete="given-name" {...fieldProps(fields.firstName)} required />
        <TextField label="Last name" autoComplete="family-name" {...fieldProps(fields.lastName)} required />
      </div>
      <TextField label="Email" type="email" autoComplete="username" {...fieldProps(fields.email)} required />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={PASSWORD_HINT}
        {...fieldProps(fields.password)}
        required
      />
      <SubmitButton size={3} wide>
        SIGN UP
      </SubmitButton>
    </Form>
  );
}
