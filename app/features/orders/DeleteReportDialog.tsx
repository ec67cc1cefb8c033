import type { SubmissionResult } from "@conform-to/react";
import { useLocation } from "@remix-run/react";
import { paths, samePlace } from "~/paths";
import { ConfirmForm } from "~/ui/dialog/ConfirmForm";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { FormErrors } from "~/ui/form/FormErrors";

interface DeleteReportDialogProps {
  report: { id: string; orderId: string; orderNumber: number; fileName: string };
  lastResult?: SubmissionResult;
}

export function DeleteReportDialog({ report, lastResult }: DeleteReportDialogProps) {
  const { search } = useLocation();
  const back = samePlace(paths.order(report.orderId), search);
  return (
    <RouteDialog title="Delete report" closeHref={back} tone="danger">
      <FormErrors errors={lastResult?.error?.[""] ?? undefined} />
      <ConfirmForm
        text="Are you sure you want to delete this report?"
        consequences={[
          `${report.fileName} is removed from order ${report.orderNumber}. The client can no longer open it.`,
        ]}
        cancelHref={back}
        cancelLabel="Keep report"
        verb="Delete report"
        pendingText="Deleting"
        action={samePlace(paths.orderReportDelete(report.orderId, report.id), search)}
      />
    </RouteDialog>
  );
}
