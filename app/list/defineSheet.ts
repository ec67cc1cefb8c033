/** Text is never interpreted; numbers depend on the column's kind. */
export type CellValue = string | number | null;

export interface SheetHead {
  label: string;
  /** number: an integer. cents: shown as dollars. percent: a share, 0.5 is 50 %. time: ms UTC, as date and time. */
  kind: "text" | "number" | "cents" | "percent" | "time";
  /** In characters. */
  width: number;
}

/** A column of a list's export. */
export interface SheetColumn<Row> extends SheetHead {
  value(row: Row): CellValue;
}

/** All rows that a filter matches, streamed into a file and never held in memory as a whole. */
export interface Sheet {
  /** The file name before the timestamp, and the sheet's name unless it has a `tab`. */
  name: string;
  /** At most 31 characters, as Excel demands. */
  tab?: string;
  /** Of its times, which the heads of their columns name; UTC when absent. */
  zone?: string;
  /** The number of rows when the export started. */
  total: number;
  columns: readonly SheetHead[];
  /** Batches of rows with cells in column order. */
  pages: AsyncIterable<CellValue[][]>;
}

export const defineSheet = <Row>(columns: readonly SheetColumn<Row>[]) => columns;

/** A sheet that converts rows to cells page by page. */
export function sheetOf<Row>(
  name: string,
  columns: readonly SheetColumn<Row>[],
  { total, pages }: { total: number; pages: AsyncIterable<Row[]> },
): Sheet {
  return { name, total, columns, pages: cellsOf(columns, pages) };
}

async function* cellsOf<Row>(columns: readonly SheetColumn<Row>[], pages: AsyncIterable<Row[]>) {
  for await (const rows of pages) yield rows.map((row) => columns.map((column) => column.value(row)));
}
