/** What one cell may hold in Excel. */
const MAX_CELL = 32_767;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is taken out
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|\p{Cs}/gu;

/**
 * Text as a cell takes it: without control characters and halves of characters, which no XML may hold
 * (rules.md exports/text-cells), and with `_x0041_` kept as it was typed, which readers would take for an escaped
 * letter.
 */
export const sheetText = (text: string) =>
  text
    .replace(UNPRINTABLE, "")
    .replace(/_x(?=[0-9a-f]{4}_)/gi, "_x005F_x")
    .slice(0, MAX_CELL);

/** Whole seconds: the last millisecond of a day would be shown as the next one. ms UTC. */
export const sheetTime = (ms: number) => Math.floor(ms / 1000) * 1000;

/** How cells show amounts and times. A file is read far from the page that says which time it is: its cells say UTC. */
export const DOLLARS_FORMAT = "#,##0.00";
export const TIME_FORMAT = "yyyy-mm-dd hh:mm:ss \\U\\T\\C";
