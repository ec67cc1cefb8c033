import { Link } from "@remix-run/react";
import { Form } from "~/ui/form/Form";
import { LinkButton } from "~/ui/form/LinkButton";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { AccountErrors } from "./AccountErrors";
import { HiddenFields } from "./HiddenFields";

/**
 * The confirmation after asking for a link. Says the same whether the address is known or not
 * (rules.md accounts/known-address).
 */
export function CheckYourEmail({
  email,
  signInPath,
  errors,
  link = "we sent a link to set a new password. It works for 60 minutes.",
  hidden,
}: {
  email: string;
  /** What was sent, and how long it works. */
  link?: string;
  hidden?: Record<string, string>;
  signInPath: string;
  errors?: string[];
}) {
  return (
    <>
      <h1>Check your email</h1>
      <p>
        If <strong>{email}</strong> belongs to an account, {link}
      </p>
      <AccountErrors id="check-email" errors={errors} />
      <LinkButton to={signInPath} variant="solid" size={3} wide>
        Back to Login
      </LinkButton>
      <Form method="post" className="row">
        <span className="muted">Nothing there?</span>
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="again" value="yes" />
        <HiddenFields values={hidden} />
        <SubmitButton variant="ghost">Resend Email</SubmitButton>
        <Link to="?">Use another address</Link>
      </Form>
    </>
  );
}
