/** What a cell may hold: text is only ever text; numbers are the column's kind. */
export type CellValue = string | number | null;

export interface SheetHead {
  label: string;
  /** number: a whole number as it is. cents: shown as dollars. time: ms UTC, shown as a date with its time. */
  kind: "text" | "number" | "cents" | "time";
  /** In characters. */
  width: number;
}

/** A column of an export, declared once beside its list. */
export interface SheetColumn<Row> extends SheetHead {
  value(row: Row): CellValue;
}

/** Everything that a filter matches, on its way into a file: read as it is written, never held as a whole. */
export interface Sheet {
  /** The file's name before its timestamp, and the name of the sheet. */
  name: string;
  /** How many rows there were when it was opened. */
  total: number;
  columns: readonly SheetHead[];
  /** Some rows at a time, each in the order of the columns. */
  pages: AsyncIterable<CellValue[][]>;
}

/** The columns of a list's export. */
export const defineSheet = <Row>(columns: readonly SheetColumn<Row>[]) => columns;

/** A sheet of rows that are read page by page. */
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
