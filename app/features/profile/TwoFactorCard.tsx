import type { TwoFactorState } from "~/domain/accounts/twoFactor";
import { paths } from "~/paths";
import { Card } from "~/ui/card/Card";
import { Badge } from "~/ui/feedback/Badge";
import { LinkButton } from "~/ui/form/LinkButton";

/** Whether two-factor authentication is on, with a link to its page. */
export function TwoFactorCard({ state }: { state: TwoFactorState }) {
  return (
    <Card
      title={<>Two-factor sign-in {state.enabled ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>}</>}
      action={<LinkButton to={paths.twoFactor()}>{state.enabled ? "Manage" : "Set up"}</LinkButton>}
    >
      <p className="muted">
        {state.enabled
          ? "You enter a code from your authenticator app after your password."
          : "Require a code from an authenticator app when you sign in, so a stolen password is not enough."}
      </p>
    </Card>
  );
}
