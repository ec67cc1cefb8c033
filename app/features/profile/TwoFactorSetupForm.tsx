import type { SubmissionResult } from "@conform-to/react";
import { paths } from "~/paths";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { LinkButton } from "~/ui/form/LinkButton";
import { PasswordField } from "~/ui/form/PasswordField";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { CodeField } from "../accounts/CodeField";

interface TwoFactorSetupFormProps {
  setup: string;
  secret: string;
  qr: { size: number; path: string };
  /** False shortly after a sign-in. */
  askPassword: boolean;
  lastResult?: SubmissionResult;
}

/** Scan, type the code, done. The secret also stands in text, for an app on the same device. */
export function TwoFactorSetupForm({ setup, secret, qr, askPassword, lastResult }: TwoFactorSetupFormProps) {
  const { "": about, code: wrong, password: refused } = lastResult?.error ?? {};
  return (
    <Form method="post" action={paths.twoFactor()} className="form narrow" noValidate>
      <FormErrors
        id="two-factor-errors"
        errors={about ?? undefined}
        fields={[
          { id: "two-factor-code", label: "Code", errors: wrong ?? undefined },
          { id: "two-factor-password", label: "Current password", errors: refused ?? undefined },
        ]}
      />
      <input type="hidden" name="intent" value="enable" />
      <input type="hidden" name="setup" value={setup} />
      <p>1. Scan this code with an authenticator app.</p>
      <svg
        className="qr-code"
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label="QR code for your authenticator app"
      >
        <path d={qr.path} fill="currentColor" />
      </svg>
      <p>
        Or enter this key in the app: <code className="secret-text">{secret.match(/.{1,4}/g)?.join(" ")}</code>
      </p>
      <p>2. Enter the code the app shows.</p>
      <CodeField id="two-factor-code" digits errors={wrong ?? undefined} />
      {askPassword || refused ? (
        <>
          <p>3. Confirm that it is you.</p>
          <PasswordField
            id="two-factor-password"
            name="password"
            label="Current password"
            autoComplete="current-password"
            errors={refused ?? undefined}
            required
          />
        </>
      ) : null}
      <div className="form-actions">
        <LinkButton to={paths.profile()}>Cancel</LinkButton>
        <SubmitButton pendingText="Checking">Turn on</SubmitButton>
      </div>
    </Form>
  );
}
