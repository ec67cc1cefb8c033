/** A title or two may stand above the head line. */
const ROWS_ABOVE = 10;
const ADDRESS = /^\S+\.\p{L}\S*$/u;
const MAX_ADDRESS = 2000;
const MAX_NAME = 60;

export interface HeadLine<Column extends string> {
  /** The index of the head line in the rows. */
  at: number;
  /** The index of each named column. */
  columns: Partial<Record<Column, number>>;
}

/**
 * Finds the head line of a table by the names of its columns; null without one. Case, spaces and signs do not count:
 * 'Target_URL *' is 'target url'. The first name of a column that occurs wins. `required` must occur.
 */
export function findHeadLine<Column extends string>(
  rows: readonly (readonly string[])[],
  names: Record<Column, readonly string[]>,
  required: NoInfer<Column>,
): HeadLine<Column> | null {
  for (const [at, row] of rows.slice(0, ROWS_ABOVE).entries()) {
    const cells = row.map(letters);
    const columns: Partial<Record<Column, number>> = {};
    for (const column of Object.keys(names) as Column[]) {
      const index = names[column].map((name) => cells.indexOf(letters(name))).find((place) => place >= 0);
      if (index !== undefined) columns[column] = index;
    }
    if (columns[required] !== undefined) return { at, columns };
    // The head line stands above the first address.
    if (row.some((cell) => cell.length <= MAX_ADDRESS && ADDRESS.test(cell.trim()))) return null;
  }
  return null;
}

const letters = (text: string) => (text.length > MAX_NAME ? "" : text.toLowerCase().replace(/\P{L}/gu, ""));
