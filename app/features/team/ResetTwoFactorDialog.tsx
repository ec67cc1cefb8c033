import { ConfirmForm } from "~/ui/dialog/ConfirmForm";
import { RouteDialog } from "~/ui/dialog/RouteDialog";

/** Asks before removing a lost second factor. */
export function ResetTwoFactorDialog({ name, closeHref, action }: { name: string; closeHref: string; action: string }) {
  return (
    <RouteDialog title="Remove two-factor sign-in" closeHref={closeHref} tone="danger">
      <ConfirmForm
        text={`Make sure ${name} asked for this. They will be able to sign in with only their password.`}
        consequences={[
          "Their recovery codes stop working.",
          "They are signed out everywhere immediately and notified by email.",
          "They can turn it on again on their profile.",
        ]}
        cancelHref={closeHref}
        verb="Remove"
        pendingText="Removing"
        action={action}
      />
    </RouteDialog>
  );
}
