import type { PreflightCode } from "~/domain/preflight/preflightRows";
import type { FormAnswer } from "~/ui/form/formAnswer";

/** The checkout's fields for an order by sheet: its rows as text, and the codes of the warnings on the screen. */
export const SHEET = "sheet";
export const SHEET_WARNINGS = "sheetWarnings";

export interface ShownRow {
  row: number;
  packageName: string;
  targetUrl: string;
  anchorText: string;
  clientReference: string;
  notes: string;
  findings: { code: PreflightCode; text: string }[];
  checked: boolean;
}

/** A sheet with what there is to say about its rows. */
export interface ShownSheet {
  /** As `readSheetText` reads it. */
  text: string;
  rows: ShownRow[];
  /** Rows with an error. */
  refused: number;
  /** Cents, of the rows without an error. */
  price: number;
}

export type SheetAnswer = FormAnswer<Record<string, string>, { sheet: ShownSheet }>;

/** '12 links, $1,080.00' needs both words. */
export const countOf = (count: number, one: string, many: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
