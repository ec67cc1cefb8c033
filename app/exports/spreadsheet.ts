import { Invalid } from "~/domain/errors";
import { formatNumber } from "~/format/numbers";
import type { Sheet } from "~/list/defineSheet";
import { streamedSheet } from "./streamedSheet";

/** A file of this size takes half a minute and 400 of the 1,000 statements that a request may send. */
export const MAX_EXPORT_ROWS = 500_000;
/** Up to here a file is complete before its answer starts, so that a fault is a message and no broken download. */
export const BUFFERED_ROWS = 10_000;

const SPREADSHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/**
 * Converts a sheet to .xlsx. A file above BUFFERED_ROWS streams after its first page of rows; a later error ends the
 * stream. Throws Invalid above MAX_EXPORT_ROWS.
 */
export async function spreadsheet(sheet: Sheet): Promise<ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>> {
  if (sheet.total > MAX_EXPORT_ROWS) throw new Invalid(tooManyRows(sheet.total));
  if (sheet.total <= BUFFERED_ROWS) return new Uint8Array(await new Response(streamedSheet(sheet)).arrayBuffer());
  const pages = sheet.pages[Symbol.asyncIterator]();
  const first = await pages.next();
  return streamedSheet({ ...sheet, pages: goingOn(first, pages) });
}

const tooManyRows = (total: number) =>
  `This list has ${formatNumber(total)} rows, and a file holds at most ${formatNumber(MAX_EXPORT_ROWS)}. Narrow the filter and export again.`;

async function* goingOn<T>(first: IteratorResult<T>, rest: AsyncIterator<T>) {
  for (let one = first; !one.done; one = await rest.next()) yield one.value;
}

/** The sheet as a download named after the time `at`, in ms UTC. */
export async function spreadsheetResponse(sheet: Sheet, at: number): Promise<Response> {
  return new Response(await spreadsheet(sheet), { headers: spreadsheetHeaders(spreadsheetName(sheet.name, at)) });
}

/** Orders-20261121-153248.xlsx: the list's name and the time in UTC (rules.md exports/complete). */
const spreadsheetName = (name: string, now: number) =>
  `${name}-${new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-")}.xlsx`;

const spreadsheetHeaders = (fileName: string) => ({
  "Content-Type": SPREADSHEET_TYPE,
  "Content-Disposition": `attachment; filename="${fileName}"`,
  "Cache-Control": "private, no-store",
});
