import papaparse from "papaparse";

/** What a spreadsheet would read as a formula. A negative amount is a number, and stays one. */
const FORMULA = /^[=+\-@\t\r](?!\d+\.\d\d$)/;

/**
 * Lines of CSV (RFC 4180). A file of text has no cell types: an apostrophe keeps a spreadsheet from reading a formula
 * (rules.md exports/text-cells).
 */
export const csvText = (rows: (string | null)[][]): string => linesOf(rows, FORMULA);

/**
 * Lines that a program reads. It would take the apostrophe for a part of the text, and a byte order mark for a part of
 * the first column: RFC 4180 knows none, and banks and PayPal ask for plain UTF-8.
 */
export const csvForPrograms = (rows: string[][]): string => linesOf(rows, false);

const linesOf = (rows: (string | null)[][], escapeFormulae: RegExp | false) =>
  rows.length === 0 ? "" : `${papaparse.unparse(rows, { escapeFormulae, newline: "\r\n" })}\r\n`;
