import { ConfirmForm } from "~/ui/dialog/ConfirmForm";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { FormErrors } from "~/ui/form/FormErrors";

interface DeleteAnnouncementDialogProps {
  name: string;
  /** The list behind the dialog. */
  back: string;
  errors?: string[];
}

export function DeleteAnnouncementDialog({ name, back, errors }: DeleteAnnouncementDialogProps) {
  return (
    <RouteDialog title="Delete announcement" closeHref={back} tone="danger">
      <FormErrors errors={errors} />
      <ConfirmForm
        text={`Are you sure you want to delete this announcement: ${name}?`}
        consequences={["It disappears from every home page immediately, and its image is deleted."]}
        cancelHref={back}
        verb="Delete"
        pendingText="Deleting"
      />
    </RouteDialog>
  );
}
