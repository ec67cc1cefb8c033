import type { HistoryChange } from "~db/schema/history";
import type { EntryItem } from "../orders/orderParts";

/** Characters of an answer that the history keeps. */
const MAX_TEXT = 2000;

const textOf = (value: EntryItem["value"] | undefined) => {
  const text = [value ?? ""].flat().join(", ");
  return text === "" ? null : text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
};

/** The changes of a project entry for the history, one per answer. */
export function entryChanges(
  packageName: string,
  before: readonly EntryItem[],
  after: readonly EntryItem[],
): HistoryChange[] {
  const names = new Map([...before, ...after].map((item) => [item.id, item.name]));
  const valueIn = (items: readonly EntryItem[], id: string) => textOf(items.find((item) => item.id === id)?.value);
  return [...names]
    .map(([id, name]) => ({
      field: packageName ? `${packageName}: ${name}` : name,
      before: valueIn(before, id),
      after: valueIn(after, id),
    }))
    .filter((change) => change.before !== change.after);
}
