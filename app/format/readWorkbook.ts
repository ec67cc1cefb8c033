import { formatValue } from "hucre";
import { type CellValue, readXlsx } from "hucre/xlsx";

/** Formats reach down empty columns to the last row of a sheet, so reading ends here. */
const CELLS_READ = "A1:CV10000";
/** Excel's limit; a longer format is forged. */
const MAX_FORMAT = 255;

interface SheetCells {
  /** The text that each cell shows. A formula shows its last result, because nothing is evaluated. */
  rows: string[][];
  /** The address that a cell leads to. */
  linkAt: (row: number, column: number) => string | undefined;
}

/** The cells of the first visible sheet of an .xlsx, or null if it has none. Throws for bytes that it cannot read. */
export async function readWorkbook(bytes: Uint8Array): Promise<SheetCells | null> {
  let seen = false;
  const { sheets } = await readXlsx(bytes, {
    range: CELLS_READ,
    readStyles: true,
    sheets: ({ hidden, veryHidden }) => {
      const isFirst = !seen && !hidden && !veryHidden;
      seen ||= isFirst;
      return isFirst;
    },
  });
  const [sheet] = sheets;
  if (!sheet) return null;
  const cellAt = (row: number, column: number) => sheet.cells?.get(`${row},${column}`);
  return {
    rows: sheet.rows.map((cells, row) =>
      cells.map((value, column) => shownText(value, cellAt(row, column)?.style?.numFmt)),
    ),
    linkAt: (row, column) => cellAt(row, column)?.hyperlink?.target,
  };
}

function shownText(value: CellValue, format = "General"): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  const isPlain = format === "General" || format.length > MAX_FORMAT;
  // Excel keeps 15 digits.
  if (typeof value === "number" && isPlain) return String(Number(value.toPrecision(15)));
  try {
    return formatValue(value, isPlain ? "yyyy-mm-dd" : format);
  } catch {
    return String(value);
  }
}
