import type { SubmissionResult } from "@conform-to/react";
import { useLocation } from "@remix-run/react";
import { LAST_ENTRY } from "~/domain/intake/entryTexts";
import { paths, samePlace } from "~/paths";
import { ConfirmForm } from "~/ui/dialog/ConfirmForm";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { Alert } from "~/ui/feedback/Alert";
import { FormErrors } from "~/ui/form/FormErrors";
import { LinkButton } from "~/ui/form/LinkButton";

interface DeleteEntryDialogProps {
  entry: {
    orderId: string;
    packageName: string;
    id: string;
    version: number;
    answers: number;
    /** Why it cannot be changed; null when it can. */
    closed: string | null;
    /** True for the only entry of its package. */
    last: boolean;
  };
  lastResult?: SubmissionResult;
}

/** Only the side that wrote a project entry can delete it, and never the last of its package. */
export function DeleteEntryDialog({ entry, lastResult }: DeleteEntryDialogProps) {
  const { search } = useLocation();
  const back = samePlace(paths.order(entry.orderId), search);
  const title = `Delete entry of ${entry.packageName}`;
  if (entry.closed !== null || entry.last)
    return (
      <RouteDialog title={title} closeHref={back}>
        <div className="stack">
          <Alert>{entry.closed ?? LAST_ENTRY}</Alert>
          <LinkButton to={back}>Back to the order</LinkButton>
        </div>
      </RouteDialog>
    );
  return (
    <RouteDialog title={title} closeHref={back} tone="danger">
      <FormErrors errors={lastResult?.error?.[""] ?? undefined} />
      <ConfirmForm
        text="Are you sure you want to delete this entry?"
        consequences={[
          `${entry.answers === 1 ? "Its answer is" : `Its ${entry.answers} answers are`} removed from the order but kept in the history.`,
        ]}
        cancelHref={back}
        cancelLabel="Keep entry"
        verb="Delete entry"
        pendingText="Deleting"
        action={samePlace(paths.orderEntryDelete(entry.orderId, entry.id), search)}
      >
        <input type="hidden" name="version" value={entry.version} />
      </ConfirmForm>
    </RouteDialog>
  );
}
