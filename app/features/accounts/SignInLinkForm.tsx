import type { SubmissionResult } from "@conform-to/react";
import { Form } from "~/ui/form/Form";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextField } from "~/ui/form/TextField";
import { AccountErrors } from "./AccountErrors";
import { HiddenFields } from "./HiddenFields";

interface SignInLinkFormProps {
  redirectUrl: string;
  lastResult?: SubmissionResult;
}

/** Asks where to send the link to. Checked by the server, as the sign-in form is. */
export function SignInLinkForm({ redirectUrl, lastResult }: SignInLinkFormProps) {
  const typed = lastResult?.initialValue?.email;
  const errors = lastResult?.error ?? {};
  const email = { id: "sign-in-link-email", errors: errors.email ?? undefined };
  return (
    <Form method="post" unguarded className="form" noValidate>
      <AccountErrors id="sign-in-link" errors={errors[""] ?? undefined} fields={[{ label: "Email", ...email }]} />
      <HiddenFields values={{ redirectUrl }} />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={typeof typed === "string" ? typed : undefined}
        {...email}
        required
      />
      <SubmitButton size={3} wide>
        Send link
      </SubmitButton>
    </Form>
  );
}
