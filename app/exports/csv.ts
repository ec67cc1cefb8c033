import { csvText } from "~/format/csvText";
import type { CellValue, Sheet, SheetHead } from "~/list/defineSheet";
import { sheetText } from "./cellValues";

/** Excel reads UTF-8 only behind this mark. */
const BYTE_ORDER_MARK = "\ufeff";

/** The sheet as CSV, for sheets that fit in memory. Amounts are plain numbers: 1234.50. */
export async function csv({ columns, pages }: Sheet): Promise<string> {
  const rows: (string | null)[][] = [columns.map(({ label }) => label)];
  for await (const page of pages)
    for (const cells of page) rows.push(cells.map((value, at) => csvCell(columns[at]!.kind, value)));
  return BYTE_ORDER_MARK + csvText(rows);
}

function csvCell(kind: SheetHead["kind"], value: CellValue): string | null {
  if (value === null) return null;
  if (kind === "text" || typeof value === "string") return sheetText(String(value));
  if (kind === "cents") return (value / 100).toFixed(2);
  if (kind === "time") return new Date(value).toISOString();
  return String(value);
}

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
