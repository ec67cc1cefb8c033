/** Where the next part of an export of everything begins. */
export interface EverythingCursor {
  part: number;
  /** The table, as the database calls it; null for the files. */
  table: string | null;
  /** The primary key of the last row that an earlier part holds. */
  after: (string | number)[] | null;
  /** Of the table's files: a table may go over several parts. */
  fileNo: number;
}

export const firstPart: EverythingCursor = { part: 1, table: "users", after: null, fileNo: 1 };

type Search = Record<string, string | string[]>;

/** What the row of a part stores: the export that it belongs to, and where it begins. */
export const searchOfPart = (run: string, cursor: EverythingCursor): Search => ({
  run: [run],
  part: [String(cursor.part)],
  cursor: [JSON.stringify(cursor)],
});

const text = (value: string | string[] | undefined) => String([value].flat()[0] ?? "");

export const runOfPart = ({ run }: Search): string => text(run);
export const numberOfPart = ({ part }: Search): number => Number(text(part));
export const cursorOfPart = ({ cursor }: Search): EverythingCursor => JSON.parse(text(cursor)) as EverythingCursor;
