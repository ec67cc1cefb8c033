import { ConfirmForm } from "~/ui/dialog/ConfirmForm";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { FormErrors } from "~/ui/form/FormErrors";

interface DeleteCreativeDialogProps {
  name: string;
  /** The list behind the dialog. */
  back: string;
  errors?: string[];
}

export function DeleteCreativeDialog({ name, back, errors }: DeleteCreativeDialogProps) {
  return (
    <RouteDialog title="Delete creative" closeHref={back} tone="danger">
      <FormErrors errors={errors} />
      <ConfirmForm
        text={`Are you sure you want to delete this creative: ${name}?`}
        consequences={["Affiliates can no longer use it, and its file is deleted."]}
        cancelHref={back}
        verb="Delete"
        pendingText="Deleting"
      />
    </RouteDialog>
  );
}
