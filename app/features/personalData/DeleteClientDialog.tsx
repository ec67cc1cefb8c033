import type { DeletionState } from "~/domain/personalData/findDeletion";
import { paths } from "~/paths";
import { ConfirmForm } from "~/ui/dialog/ConfirmForm";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { clientConsequences } from "./consequences";
import { KeptData } from "./DeleteAccountForm";

interface DeleteClientDialogProps {
  id: string;
  name: string;
  deletion: DeletionState;
  kept: readonly string[];
}

/** Asks before staff request the deletion of a client's account. */
export function DeleteClientDialog({ id, name, deletion, kept }: DeleteClientDialogProps) {
  return (
    <RouteDialog title="Delete account" closeHref={paths.client(id)} tone="danger">
      <ConfirmForm
        text={`Make sure ${name} asked for this.`}
        consequences={clientConsequences(deletion)}
        cancelHref={paths.client(id)}
        verb="Delete account"
        pendingText="Requesting"
        action={paths.clientDeletion(id, "request")}
      >
        <KeptData kept={kept} />
      </ConfirmForm>
    </RouteDialog>
  );
}
