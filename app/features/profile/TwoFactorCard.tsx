import type { TwoFactorState } from "~/domain/accounts/twoFactor";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Badge } from "~/ui/feedback/Badge";
import { LinkButton } from "~/ui/form/LinkButton";

/** Whether the second factor is on, and the way to it. */
export function TwoFactorCard({ state }: { state: TwoFactorState }) {
  return (
    <Card
      title={<>Two-factor sign-in {state.enabled ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>}</>}
      action={<LinkButton to={paths.twoFactor()}>{state.enabled ? "Manage" : "Set up"}</LinkButton>}
    >
      <p className="muted">
        {state.enabled
          ? "After your password a code of your authenticator app is asked for."
          : "A code of an app on your phone, asked for after your password: a stolen password alone opens nothing."}
      </p>
    </Card>
  );
}
