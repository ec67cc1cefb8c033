import type { SubmissionResult } from "@conform-to/react";
import { Form } from "~/ui/form/Form";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextField } from "~/ui/form/TextField";
import { AccountErrors } from "./AccountErrors";

interface SignInByLinkFormProps {
  /** Whether the person has to enter the address, because another browser requested the link. */
  asksForEmail: boolean;
  lastResult?: SubmissionResult;
}

/** The button of an emailed sign-in link. Checked by the server, as the sign-in form is. */
export function SignInByLinkForm({ asksForEmail, lastResult }: SignInByLinkFormProps) {
  const typed = lastResult?.initialValue?.email;
  const errors = lastResult?.error ?? {};
  const email = { id: "sign-in-by-link-email", errors: errors.email ?? undefined };
  return (
    <Form method="post" unguarded className="form" noValidate>
      <AccountErrors
        id="sign-in-by-link"
        errors={errors[""] ?? undefined}
        fields={asksForEmail ? [{ label: "Email", ...email }] : []}
      />
      {asksForEmail ? (
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={typeof typed === "string" ? typed : undefined}
          {...email}
          required
        />
      ) : null}
      <SubmitButton size={3} wide>
        Sign in
      </SubmitButton>
    </Form>
  );
}
