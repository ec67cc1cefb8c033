import { UTC, wallTime } from "~/format/zones";
import type { SheetHead } from "~/list/defineSheet";

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

/**
 * What a cell shows of ms UTC: whole seconds, so that the last millisecond of a day does not appear as the next day.
 */
export const sheetTime = (ms: number, zone: string) => Math.floor(wallTime(ms, zone) / 1000) * 1000;

/** The head of a column. A cell cannot name a zone other than UTC, so the head of its column does. */
export const sheetHead = ({ label, kind }: SheetHead, zone: string) =>
  kind === "time" && zone !== UTC ? `${label} (${zone})` : label;

/** Number formats of amounts and times. */
export const DOLLARS_FORMAT = "#,##0.00";
export const PERCENT_FORMAT = "0.0%";
export const timeFormat = (zone: string) => (zone === UTC ? "yyyy-mm-dd hh:mm:ss \\U\\T\\C" : "yyyy-mm-dd hh:mm:ss");
