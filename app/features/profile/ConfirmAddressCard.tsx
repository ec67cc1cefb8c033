import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Form } from "~/ui/form/Form";
import { SubmitButton } from "~/ui/form/SubmitButton";

/** The step before two-factor sign-in: a mailed link proves the address (rules.md accounts/address-proof). */
export function ConfirmAddressCard({ email }: { email: string }) {
  return (
    <Card title="Confirm your email address first">
      <Form method="post" action={paths.forgotPassword()} className="form narrow">
        <p>
          We email a link to <strong>{email}</strong>. Set your password with it, sign in again and come back here.
        </p>
        <input type="hidden" name="email" value={email} />
        <div className="form-actions">
          <SubmitButton>Email me the link</SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
