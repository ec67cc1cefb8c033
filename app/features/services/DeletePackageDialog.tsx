import type { SubmissionResult } from "@conform-to/react";
import { paths } from "~/paths";
import { ConfirmForm } from "~/ui/dialog/ConfirmForm";
import { RouteDialog } from "~/ui/dialog/RouteDialog";
import { FormErrors } from "~/ui/form/FormErrors";

interface DeletePackageDialogProps {
  serviceId: string;
  one: { id: string; name: string; version: number; orders: number };
  lastResult?: SubmissionResult;
}

/** Asks before deleting a package and states the consequences in figures. */
export function DeletePackageDialog({ serviceId, one, lastResult }: DeletePackageDialogProps) {
  const back = paths.servicePackages(serviceId);
  return (
    <RouteDialog title="Delete package" closeHref={back} tone="danger">
      <FormErrors errors={lastResult?.error?.[""] ?? undefined} />
      <ConfirmForm
        text={`Are you sure you want to delete this package: ${one.name}?`}
        consequences={[
          "Customers can no longer choose it at the checkout.",
          ...(one.orders > 0
            ? [`${one.orders} ${one.orders === 1 ? "order that includes it keeps" : "orders that include it keep"} it.`]
            : []),
        ]}
        cancelHref={back}
        verb="Delete"
        pendingText="Deleting"
        action={paths.servicePackageDelete(serviceId, one.id)}
      >
        <input type="hidden" name="version" value={String(lastResult?.initialValue?.version ?? one.version)} />
      </ConfirmForm>
    </RouteDialog>
  );
}
