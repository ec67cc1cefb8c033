import { DeleteDialog } from "~/features/records/DeleteDialog";
import { paths } from "~/paths";
import type { FormAnswer } from "~/ui/form/formAnswer";

interface DeletePackageDialogProps {
  serviceId: string;
  one: { name: string; version: number; orders: number };
  posted: FormAnswer | undefined;
}

/** Asks before deleting a package and states the consequences in figures. */
export function DeletePackageDialog({ serviceId, one, posted }: DeletePackageDialogProps) {
  return (
    <DeleteDialog
      noun="package"
      text={`Are you sure you want to delete this package: ${one.name}?`}
      consequences={[
        "Customers can no longer choose it at the checkout.",
        ...(one.orders > 0
          ? [`${one.orders} ${one.orders === 1 ? "order that includes it keeps" : "orders that include it keep"} it.`]
          : []),
      ]}
      back={paths.servicePackages(serviceId)}
      posted={posted}
    >
      <input type="hidden" name="version" value={String(posted?.result?.initialValue?.version ?? one.version)} />
    </DeleteDialog>
  );
}
