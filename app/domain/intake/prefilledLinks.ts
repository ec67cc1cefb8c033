import { renderRichText } from "~/richtext/renderRichText";
import { BRIEF } from "../orders/linkEntries";
import type { EntryItem } from "../orders/orderParts";
import { type LinkDetails, linkFieldNamed, linkFields } from "../placements/linkFields";
import type { PrefilledLink } from "../placements/soldPlacements";

/** The details among answers, by the field's id or name. Absent ones are left out. */
export function linkDetailsIn(items: readonly (Pick<EntryItem, "id" | "value"> & { name?: string })[]) {
  const details: Partial<LinkDetails> = {};
  for (const { id, name = "", value } of items) {
    const field = linkFields.find((one) => one.id === id)?.id ?? linkFieldNamed(name);
    if (field && typeof value === "string") details[field] ||= value.trim();
  }
  return details;
}

/** What a buyer answered for each link before paying: by package, one entry per link, oldest first. */
export function prefilledByEntries(
  entries: readonly { packageId: string; items: readonly EntryItem[] }[],
): Map<string, PrefilledLink[]> {
  const links = new Map<string, PrefilledLink[]>();
  for (const { packageId, items } of entries)
    links.set(packageId, [...(links.get(packageId) ?? []), { ...linkDetailsIn(items), ...briefIn(items) }]);
  return links;
}

function briefIn(items: readonly EntryItem[]): Pick<PrefilledLink, "brief" | "briefSource"> {
  const notes = items.find(({ id }) => id === BRIEF.id)?.value;
  return typeof notes === "string" ? { brief: renderRichText(notes), briefSource: notes } : {};
}
