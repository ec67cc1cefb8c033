import type { EntryItem } from "./orderParts";

/** Whether an answer says anything. */
export const isAnswered = (value: EntryItem["value"] | undefined) =>
  Array.isArray(value) ? value.some((one) => one.trim() !== "") : (value ?? "").trim() !== "";

export interface IntakeState {
  fields: readonly { id: string; mandatory: boolean }[];
  /** The packages that were bought. */
  packageIds: readonly string[];
  entries: readonly { packageId: string; items: readonly Pick<EntryItem, "id" | "value">[] }[];
  /** A filled-in template answers the form for all packages ('none, manual or upload'). */
  hasUpload: boolean;
}

/**
 * Whether all mandatory intake of all bought packages is there (rules.md orders/states): then the order may be worked
 * on.
 */
export function intakeComplete({ fields, packageIds, entries, hasUpload }: IntakeState): boolean {
  const mandatory = fields.filter((field) => field.mandatory);
  if (mandatory.length === 0 || hasUpload) return true;
  return packageIds.every((packageId) =>
    entries.some(
      (entry) =>
        entry.packageId === packageId &&
        mandatory.every((field) => isAnswered(entry.items.find((item) => item.id === field.id)?.value)),
    ),
  );
}
