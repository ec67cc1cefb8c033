import type { EntryItem } from "./orderParts";

export const isAnswered = (value: EntryItem["value"] | undefined) =>
  Array.isArray(value) ? value.some((one) => one.trim() !== "") : (value ?? "").trim() !== "";

export interface IntakeState {
  fields: readonly { id: string; mandatory: boolean }[];
  packageIds: readonly string[];
  entries: readonly { packageId: string; items: readonly Pick<EntryItem, "id" | "value">[] }[];
  /** An uploaded template answers the form for all packages ('none, manual or upload'). */
  hasUpload: boolean;
}

/** Whether all mandatory intake of all bought packages is present, so work can start (rules.md orders/states). */
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
