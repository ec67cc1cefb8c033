import type { CellValue, Sheet, SheetHead } from "~/list/defineSheet";
import { sheetText } from "./cellValues";

/** Excel reads UTF-8 only behind this mark. */
const BYTE_ORDER_MARK = "\ufeff";

/** The sheet as CSV (RFC 4180), for sheets that fit in memory. Amounts are plain numbers: 1234.50. */
export async function csv({ columns, pages }: Sheet): Promise<string> {
  const lines = [columns.map(({ label }) => quoted(label)).join(",")];
  for await (const page of pages)
    for (const cells of page) lines.push(cells.map((value, at) => csvCell(columns[at]!.kind, value)).join(","));
  return `${BYTE_ORDER_MARK}${lines.join("\r\n")}\r\n`;
}

function csvCell(kind: SheetHead["kind"], value: CellValue): string {
  if (value === null || value === "") return "";
  if (kind === "text" || typeof value === "string") return quoted(asText(sheetText(String(value))));
  if (kind === "cents") return (value / 100).toFixed(2);
  if (kind === "time") return new Date(value).toISOString();
  return String(value);
}

/** A file of text has no cell types: an apostrophe keeps a spreadsheet from reading a formula (rules.md exports/text-cells). */
const asText = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The sheet as a download. */
export async function csvResponse(sheet: Sheet): Promise<Response> {
  return new Response(await csv(sheet), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${sheet.name}.csv"`,
      "Cache-Control": "private, no-store",
    },
  });
}
