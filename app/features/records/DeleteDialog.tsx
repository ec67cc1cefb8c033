import type { ReactNode } from "react";
import { ConfirmForm } from "~/ui/dialog/ConfirmForm";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { FormErrors } from "~/ui/form/FormErrors";
import { type FormAnswer, formErrorsOf } from "~/ui/form/formAnswer";

interface DeleteDialogProps {
  /** "announcement" */
  noun: string;
  /** The question. */
  text: string;
  consequences: readonly string[];
  /** The page behind the dialog. */
  back: string;
  posted: FormAnswer | undefined;
  /** Hidden inputs. */
  children?: ReactNode;
}

/** Asks before one record is deleted. */
export function DeleteDialog({ noun, text, consequences, back, posted, children }: DeleteDialogProps) {
  return (
    <RouteDialog title={`Delete ${noun}`} closeHref={back} tone="danger">
      <FormErrors errors={formErrorsOf(posted)} />
      <ConfirmForm text={text} consequences={consequences} cancelHref={back} verb="Delete" pendingText="Deleting">
        {children}
      </ConfirmForm>
    </RouteDialog>
  );
}
