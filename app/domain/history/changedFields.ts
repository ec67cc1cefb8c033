import type { HistoryChange } from "~db/schema/history";

type Recorded = string | number | boolean | null | object;

/** The changed fields with their old and new values. Lists and objects as JSON. */
export function changedFields<Field extends string>(
  fields: readonly Field[],
  before: Record<Field, Recorded>,
  after: Record<Field, Recorded>,
): HistoryChange[] {
  const plain = (value: Recorded) => (value !== null && typeof value === "object" ? JSON.stringify(value) : value);
  return fields.flatMap((field) => {
    const [was, is] = [plain(before[field]), plain(after[field])];
    return was === is ? [] : [{ field, before: was, after: is }];
  });
}
