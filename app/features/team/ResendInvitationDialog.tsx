import { paths } from "~/paths";
import { ConfirmForm } from "~/ui/dialog/ConfirmForm";
import { RouteDialog } from "~/ui/dialog/RouteDialog";

interface ResendInvitationDialogProps {
  id: string;
  name: string;
  email: string;
}

/** Asks before mailing another invitation to a team member. */
export function ResendInvitationDialog({ id, name, email }: ResendInvitationDialogProps) {
  return (
    <RouteDialog title="Send the invitation again" closeHref={paths.team()}>
      <ConfirmForm
        text={`We will email ${name} a new link to ${email}. The earlier link stops working.`}
        cancelHref={paths.team()}
        verb="Send invitation"
        pendingText="Sending"
        tone="neutral"
        action={paths.teamInvitation(id)}
      />
    </RouteDialog>
  );
}
