import { linkFields } from "./linkFields";
import type { WrittenRow } from "./placementRows";

/** Rows as text with a head line, which `readPastedRows` reads back: a sheet can so be corrected on the page. */
export function pastedText(rows: readonly WrittenRow[]): string {
  const references = rows.some(({ clientReference }) => clientReference !== undefined);
  const head = ["Number", ...linkFields.map(({ name }) => name)].slice(0, references ? 4 : 3);
  const lines = rows.map(({ number = "", targetUrl, anchorText, clientReference = "" }) =>
    [number, targetUrl, anchorText, clientReference].slice(0, head.length).map(cellText),
  );
  return [head, ...lines].map((cells) => cells.join("\t")).join("\n");
}

/** A cell in tabbed text. */
export const cellText = (text: string) => (/["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
