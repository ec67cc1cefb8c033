import { Invalid } from "../errors";
import { linkFields } from "../placements/linkFields";
import { cellText } from "../placements/pastedText";
import { LINKS_TO_ORDER, readPastedRows, type WrittenRow } from "../placements/placementRows";
import { type SheetRow, SheetRows } from "./sheetRow";

const HEAD = ["Package", ...linkFields.map(({ name }) => name), "Notes"];

/** Rows as text with a head line, as the checkout's form carries them. */
export const sheetText = (rows: readonly SheetRow[]): string =>
  [HEAD, ...rows.map((row) => [row.package, row.targetUrl, row.anchorText, row.clientReference, row.notes])]
    .map((cells) => cells.map(cellText).join("\t"))
    .join("\n");

/** The rows of pasted text. Throws Invalid for a row with a text that is too long, and for too many rows. */
export const readSheetText = (text: string): SheetRow[] => sheetRows(readPastedRows(text, LINKS_TO_ORDER));

export function sheetRows(written: readonly WrittenRow[]): SheetRow[] {
  const rows = SheetRows.safeParse(written.map(({ number: _, ...row }) => row));
  if (rows.success) return rows.data;
  const { path, message } = rows.error.issues[0]!;
  throw new Invalid(typeof path[0] === "number" ? `Row ${path[0] + 1}: ${message}` : message, "rows");
}
