import { ConfirmForm } from "~/ui/dialog/ConfirmForm";
import { RouteDialog } from "~/ui/dialog/RouteDialog";

/** The question before somebody's lost second factor goes. */
export function ResetTwoFactorDialog({ name, closeHref, action }: { name: string; closeHref: string; action: string }) {
  return (
    <RouteDialog title="Remove two-factor sign-in" closeHref={closeHref} tone="danger">
      <ConfirmForm
        text={`Has ${name} lost their second factor? Be sure that it is they who ask: from now on their password is enough.`}
        consequences={[
          "Their recovery codes are worth nothing any more.",
          "They are signed out everywhere at once, and told by e-mail.",
          "They can set it up again on their profile.",
        ]}
        cancelHref={closeHref}
        verb="Remove"
        pendingText="Removing"
        action={action}
      />
    </RouteDialog>
  );
}
