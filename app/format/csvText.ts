import papaparse from "papaparse";

/** What a spreadsheet would read as a formula. A negative amount is a number, and stays one. */
const FORMULA = /^[=+\-@\t\r](?!\d+\.\d\d$)/;

/**
 * Lines of CSV (RFC 4180). A file of text has no cell types: an apostrophe keeps a spreadsheet from reading a formula
 * (rules.md exports/text-cells).
 */
export const csvText = (rows: (string | null)[][]): string =>
  rows.length === 0 ? "" : `${papaparse.unparse(rows, { escapeFormulae: FORMULA, newline: "\r\n" })}\r\n`;
