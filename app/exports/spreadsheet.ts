import { UTC } from "~/format/zones";
import type { CellValue, Sheet, SheetHead } from "~/list/defineSheet";
import { DOLLARS_FORMAT, PERCENT_FORMAT, sheetHead, sheetText, sheetTime, timeFormat } from "./cellValues";
import { streamedSheet } from "./streamedSheet";

/** Pages return exports up to this size directly and queue larger ones, which are streamed row by row. */
export const SMALL_EXPORT_ROWS = 10_000;

export const SPREADSHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/**
 * Converts a sheet to .xlsx. Up to SMALL_EXPORT_ROWS it is complete when this resolves, so all errors surface before
 * the response starts. Larger sheets stream after the first page of rows; a later error ends the stream.
 */
export async function spreadsheet(sheet: Sheet): Promise<ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>> {
  if (sheet.total <= SMALL_EXPORT_ROWS) return await smallSheet(sheet);
  const pages = sheet.pages[Symbol.asyncIterator]();
  const first = await pages.next();
  return streamedSheet({ ...sheet, pages: goingOn(first, pages) });
}

async function* goingOn<T>(first: IteratorResult<T>, rest: AsyncIterator<T>) {
  for (let one = first; !one.done; one = await rest.next()) yield one.value;
}

async function smallSheet({ name, tab = name, zone = UTC, columns, pages }: Sheet): Promise<Uint8Array<ArrayBuffer>> {
  const head = columns.map((column) => ({
    value: sheetText(sheetHead(column, zone)),
    type: String,
    fontWeight: "bold" as const,
  }));
  const rows = [];
  for await (const page of pages)
    for (const cells of page) rows.push(cells.map((value, column) => smallCell(columns[column]!.kind, value, zone)));
  // Imported on first use, to keep it out of cold starts.
  const { default: writeExcelFile } = await import("write-excel-file/node");
  const file = writeExcelFile([head, ...rows], {
    sheet: sheetText(tab),
    columns: columns.map(({ width }) => ({ width })),
    stickyRowsCount: 1,
  });
  return new Uint8Array(await file.toBuffer());
}

/** Must format like the cells of streamedSheet. */
function smallCell(kind: SheetHead["kind"], value: CellValue, zone: string) {
  if (value === null || value === "") return null;
  if (kind === "text" || typeof value === "string")
    return { value: sheetText(String(value)), type: String, format: "@" };
  if (kind === "cents") return { value: value / 100, type: Number, format: DOLLARS_FORMAT };
  if (kind === "percent") return { value, type: Number, format: PERCENT_FORMAT };
  if (kind === "time") return { value: new Date(sheetTime(value, zone)), type: Date, format: timeFormat(zone) };
  return { value, type: Number };
}

/** The sheet as a download named after the time `at`, in ms UTC. */
export async function spreadsheetResponse(sheet: Sheet, at: number): Promise<Response> {
  return new Response(await spreadsheet(sheet), { headers: spreadsheetHeaders(spreadsheetName(sheet.name, at)) });
}

/** Orders-20261121-153248.xlsx: the list's name and the time in UTC (rules.md exports/complete). */
export const spreadsheetName = (name: string, now: number) =>
  `${name}-${new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-")}.xlsx`;

export const spreadsheetHeaders = (fileName: string) => ({
  "Content-Type": SPREADSHEET_TYPE,
  "Content-Disposition": `attachment; filename="${fileName}"`,
  "Cache-Control": "private, no-store",
});
