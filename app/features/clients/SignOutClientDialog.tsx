import { paths } from "~/paths";
import { ConfirmForm } from "~/ui/dialog/ConfirmForm";
import { RouteDialog } from "~/ui/dialog/RouteDialog";

interface SignOutClientDialogProps {
  id: string;
  name: string;
  /** Sessions that will end. */
  open: number;
}

/** Asks before signing a client out everywhere. */
export function SignOutClientDialog({ id, name, open }: SignOutClientDialogProps) {
  const sessions = open === 0 ? "no open session" : open === 1 ? "one open session" : `${open} open sessions`;
  return (
    <RouteDialog title="Sign out everywhere" closeHref={paths.client(id)} tone="danger">
      <ConfirmForm
        text={`${name} has ${sessions}.`}
        consequences={[
          "All their browsers and API tokens are signed out immediately.",
          "Open sign-in and password links stop working.",
          "Their password stays the same.",
        ]}
        cancelHref={paths.client(id)}
        verb="Sign out everywhere"
        pendingText="Signing out"
        action={paths.clientSignOut(id)}
      />
    </RouteDialog>
  );
}
