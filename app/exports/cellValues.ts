/** Excel's limit of characters per cell. */
const MAX_CELL = 32_767;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is taken out
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|\p{Cs}/gu;

/**
 * Makes text valid in a cell: drops control characters and lone surrogates, which XML cannot contain (rules.md
 * exports/text-cells), and escapes typed `_x0041_`, which readers would decode.
 */
export const sheetText = (text: string) =>
  text
    .replace(UNPRINTABLE, "")
    .replace(/_x(?=[0-9a-f]{4}_)/gi, "_x005F_x")
    .slice(0, MAX_CELL);

/** Rounds ms UTC down to seconds, so that the last millisecond of a day does not appear as the next day. */
export const sheetTime = (ms: number) => Math.floor(ms / 1000) * 1000;

/** Number formats of amounts and times. Times include UTC, because a file does not name its time zone. */
export const DOLLARS_FORMAT = "#,##0.00";
export const PERCENT_FORMAT = "0.0%";
export const TIME_FORMAT = "yyyy-mm-dd hh:mm:ss \\U\\T\\C";
