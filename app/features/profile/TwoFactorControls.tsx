import type { SubmissionResult } from "@conform-to/react";
import type { TwoFactorState } from "~/domain/accounts/twoFactor";
import { useZone } from "~/features/frame/useZone";
import { formatDateTime } from "~/format/dates";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Form } from "~/ui/form/Form";
import { FormErrors } from "~/ui/form/FormErrors";
import { PasswordField } from "~/ui/form/PasswordField";
import { SubmitButton } from "~/ui/form/SubmitButton";
import { CodeField } from "../accounts/CodeField";

interface TwoFactorControlsProps {
  state: TwoFactorState;
  lastResult?: SubmissionResult;
}

/** What can be done while it is on: each asks for the password and a code. */
export function TwoFactorControls({ state, lastResult }: TwoFactorControlsProps) {
  const zone = useZone();
  const errors = lastResult?.error ?? {};
  return (
    <Card title="It is on">
      <p>
        Since {formatDateTime(state.enabledAt, zone)} you enter a code after your password.{" "}
        {state.codesLeft === 1 ? "You have 1 recovery code left." : `You have ${state.codesLeft} recovery codes left.`}
      </p>
      <Form method="post" action={paths.twoFactor()} className="form narrow" noValidate>
        <FormErrors
          id="two-factor-errors"
          errors={errors[""] ?? undefined}
          fields={[
            { id: "two-factor-password", label: "Current password", errors: errors.password ?? undefined },
            { id: "two-factor-code", label: "Code", errors: errors.code ?? undefined },
          ]}
        />
        <PasswordField
          id="two-factor-password"
          name="password"
          label="Current password"
          autoComplete="current-password"
          errors={errors.password ?? undefined}
          required
        />
        <CodeField
          id="two-factor-code"
          hint="From your authenticator app, or a recovery code"
          errors={errors.code ?? undefined}
        />
        <div className="form-actions">
          <SubmitButton variant="outline" name="intent" value="renew">
            New recovery codes
          </SubmitButton>
          {state.required ? null : (
            <SubmitButton variant="danger" name="intent" value="disable">
              Turn off
            </SubmitButton>
          )}
        </div>
      </Form>
      {state.required ? <p className="muted">Your team requires it, so you cannot turn it off.</p> : null}
    </Card>
  );
}
