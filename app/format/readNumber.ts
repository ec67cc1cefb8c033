/**
 * `money` and `percent` have decimals, `whole` has none. Alone, '1,234' is doubtful for money, a fraction in percent
 * and thousands as a whole number (rules.md forms/numbers).
 */
export type NumberKind = "money" | "percent" | "whole";

/** Plain digits with a point, or two ways to read the text. */
type NumberReading = { value: string } | { readings: readonly [string, string] };

const SIGNS: Record<NumberKind, RegExp> = {
  money: /^(?:US ?)?\$ ?|^USD ?| ?\$$| ?USD$/gi,
  percent: / ?%$/g,
  // A coupon is worth '10%' or '$10'.
  whole: /^\$ ?| ?[$%]$/g,
};
const GROUPED = /^\d{1,3}([,.' ])\d{3}(?:\1\d{3})*$|^\d{1,2}(?:,\d{2})*,\d{3}$/;

/** Digits of full width and of Arabic, and the many blanks and apostrophes that separate groups. */
const plain = (text: string) =>
  text
    .normalize("NFKC")
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/٫/g, ".")
    .replace(/[’‘´`٬]/g, "'")
    .replace(/[\p{DI}"]/gu, "")
    .replace(/\s+/g, " ")
    .trim();

/** Reads a number as people type and paste it: currency or percent sign, groups, decimal comma. Null for none. */
export function readNumber(text: string, kind: NumberKind): NumberReading | null {
  const number = plain(text)
    .replace(SIGNS[kind], "")
    .replace(/^[−-] ?/, "-");
  const negative = number.startsWith("-") ? "-" : "";
  const digits = number.slice(negative.length).replace(/^[.,]/, "0$&");
  if (!/^\d(?:[\d,.' ]*\d)?$/.test(digits)) return null;
  const signs = digits.replace(/\d/g, "");
  const last = signs.at(-1) ?? "";
  if (last === "") return { value: negative + digits };
  const at = digits.lastIndexOf(last);
  const [head, tail] = [digits.slice(0, at), digits.slice(at + 1)];
  const grouped = (part: string) => (/^\d+$/.test(part) || GROUPED.test(part) ? part.replace(/\D/g, "") : null);
  const decimal = digits.indexOf(last) === at && /[.,]/.test(last);
  if (!decimal || (signs.length === 1 && kind === "whole" && last === "," && GROUPED.test(digits))) {
    const whole = grouped(digits);
    return whole === null ? null : { value: negative + whole };
  }
  const whole = grouped(head);
  if (whole === null) return null;
  const value = `${negative}${whole}.${tail}`;
  const doubtful = signs.length === 1 && kind !== "percent" && GROUPED.test(digits) && Number(head) > 0;
  if (!doubtful) return { value };
  const both = [`${negative}${whole}${tail}`, value] as const;
  return { readings: kind === "money" ? [Number(both[0]).toFixed(2), Number(value).toFixed(2)] : both };
}

/** The number, or null when there is none or no certain one. */
export function numberOf(text: string, kind: NumberKind): number | null {
  const reading = readNumber(text, kind);
  return reading && "value" in reading ? Number(reading.value) : null;
}

/** Why a text is no number: how it can be read, or `wrong`. */
export function numberProblem(text: string, kind: NumberKind, wrong: string): string {
  const reading = readNumber(text, kind);
  if (!reading || !("readings" in reading)) return wrong;
  return `“${text.trim()}” can mean ${reading.readings[0]} or ${reading.readings[1]}. Write one of them`;
}
