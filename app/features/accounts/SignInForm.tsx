import type { SubmissionResult } from "@conform-to/react";
import { useNavigate, useSubmit } from "@remix-run/react";
import { type MouseEvent, useRef, useState } from "react";
import { showToast } from "~/ui/feedback/showToast";
import { Form } from "~/ui/form/Form";
import { PasswordField } from "~/ui/form/PasswordField";
import { type PostFailed, postedBy, postInBackground } from "~/ui/form/postInBackground";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { TextField } from "~/ui/form/TextField";
import { AccountErrors } from "./AccountErrors";
import { HiddenFields } from "./HiddenFields";

interface SignInFormProps {
  /** Over a page that goes on afterwards: it stays where it was scrolled to. */
  preventScrollReset?: boolean;
  /** Unique in the page; also the beginning of the fields' ids. */
  id?: string;
  /** Where it posts; without one, to the page it stands on. */
  action?: string;
  /** Sent along unseen: where to go afterwards, which of a page's forms this is. */
  hidden?: Record<string, string>;
  lastResult?: SubmissionResult;
  email?: string;
  /** Where 'Email me a sign-in link' sends the address that was typed; without one it is not offered. */
  linkAction?: string;
}

/**
 * Address, password, SIGN IN. Also inside the checkout's sign-in dialog. Checked by the server alone: the schema
 * library would be a quarter of the script of the page that everybody opens first (rules.md speed/scripts).
 */
export function SignInForm({
  id = "sign-in",
  action,
  hidden,
  lastResult,
  email,
  linkAction,
  preventScrollReset,
}: SignInFormProps) {
  const typed = lastResult?.initialValue?.email;
  const errors = lastResult?.error ?? {};
  const field = (name: "email" | "password") => ({ id: `${id}-${name}`, name, errors: errors[name] ?? undefined });
  return (
    <Form
      method="post"
      unguarded
      action={action}
      className="form"
      id={id}
      noValidate
      preventScrollReset={preventScrollReset}
    >
      <AccountErrors
        id={id}
        errors={errors[""] ?? undefined}
        fields={[
          { label: "Email", ...field("email") },
          { label: "Password", ...field("password") },
        ]}
      />
      <HiddenFields values={hidden} />
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        defaultValue={typeof typed === "string" ? typed : email}
        {...field("email")}
        required
      />
      <PasswordField label="Password" autoComplete="current-password" {...field("password")} required />
      <SubmitButton size={3} wide>
        SIGN IN
      </SubmitButton>
      {linkAction ? <SignInLinkButton action={linkAction} /> : null}
    </Form>
  );
}

/** Leads to the sign-in link's own page; when it cannot be asked for, this page stays with what was typed. */
function SignInLinkButton({ action }: { action: string }) {
  const navigate = useNavigate();
  const submit = useSubmit();
  const [pending, setPending] = useState(false);
  const closeToast = useRef<() => void>();
  const ask = async (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    const body = postedBy(event.currentTarget.form!, null);
    body.delete("password");
    setPending(true);
    closeToast.current?.();
    try {
      navigate((await postInBackground(action, body)).href);
    } catch (error) {
      const { status, message } = error as PostFailed;
      // A mistyped address: the page with the link's form says what is wrong with it.
      if (status === 400) submit(body, { method: "post", action });
      else closeToast.current = showToast("danger", message);
    } finally {
      setPending(false);
    }
  };
  return (
    <SubmitButton variant="outline" size={3} wide formAction={action} pending={pending} onClick={ask}>
      Email me a sign-in link
    </SubmitButton>
  );
}
