import { paths } from "~/paths";
import { ConfirmForm } from "~/ui/dialog/ConfirmForm";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { FormErrors } from "~/ui/form/FormErrors";

export function DeleteReplyDialog({ id, name, errors }: { id: string; name: string; errors?: string[] }) {
  return (
    <RouteDialog title="Delete saved reply" closeHref={paths.savedReply(id)} tone="danger">
      <FormErrors errors={errors} />
      <ConfirmForm
        text={`Delete the saved reply “${name}” for the whole team?`}
        consequences={["Messages that were written with it stay as they are."]}
        cancelHref={paths.savedReply(id)}
        verb="Delete"
        pendingText="Deleting"
      />
    </RouteDialog>
  );
}
