import type { Language } from "./language";

type Options = Intl.DateTimeFormatOptions;
const date: Options = { day: "numeric", month: "short", year: "2-digit" };
const time: Options = { hour: "2-digit", minute: "2-digit" };

/** The patterns of `dates.ts`, as Intl knows them. */
const patterns: Record<string, readonly Options[]> = {
  "d MMM yy": [date],
  "hh:mm aa": [time],
  "h:mm aa": [time],
  "d MMM yy hh:mm aa": [date, time],
  "MMMM dd, yyyy": [{ day: "numeric", month: "long", year: "numeric" }],
  "dd/MM/yyyy": [{ day: "2-digit", month: "2-digit", year: "numeric" }],
  "d MMM": [{ day: "numeric", month: "short" }],
  "dd/MM/yy h:mm aa": [{ day: "2-digit", month: "2-digit", year: "2-digit" }, time],
  "MMM yyyy": [{ month: "short", year: "numeric" }],
};

const tables = new Map<string, Language>();

/**
 * The words and patterns of a locale, taken from Intl on the server: a browser loads neither locales nor Intl, and both
 * draw the same. Null for American English, which is written without a table.
 */
export function languageTable(locale: string | undefined): Language | null {
  if (locale === undefined || locale === "en-US") return null;
  const known = tables.get(locale);
  if (known) return known;
  const monthsOf = (options: Options) =>
    Array.from({ length: 12 }, (_, month) => partOf(locale, options, "month", Date.UTC(2026, month, 5)));
  const number = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1_234_567.5);
  const mark = (type: "group" | "decimal") => number.find((part) => part.type === type)?.value ?? "";
  const table: Language = {
    months: monthsOf({ day: "numeric", month: "long", year: "numeric" }),
    shortMonths: monthsOf(date),
    monthsAlone: monthsOf({ month: "short", year: "numeric" }),
    patterns: Object.fromEntries(
      Object.entries(patterns).map(([pattern, options]) => [
        pattern,
        options.map((one) => patternOf(locale, one)).join(" "),
      ]),
    ),
    // Narrow spaces are missing in fonts.
    group: mark("group").replace("\u202f", "\u00a0"),
    decimal: mark("decimal"),
  };
  tables.set(locale, table);
  return table;
}

const partsOf = (locale: string, options: Options, ms: number) =>
  new Intl.DateTimeFormat(locale, { timeZone: "UTC", hourCycle: "h23", ...options }).formatToParts(ms);

const partOf = (locale: string, options: Options, type: Intl.DateTimeFormatPartTypes, ms: number) =>
  partsOf(locale, options, ms).find((part) => part.type === type)?.value ?? "";

/** The tokens of date-fns for what Intl writes. */
function patternOf(locale: string, options: Options): string {
  const tokens: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {
    day: options.day === "2-digit" ? "dd" : "d",
    month: options.month === "long" ? "MMMM" : options.month === "short" ? "MMM" : "MM",
    year: options.year === "2-digit" ? "yy" : "yyyy",
    hour: "HH",
    minute: "mm",
  };
  return partsOf(locale, options, Date.UTC(2026, 2, 5, 14, 7))
    .map(({ type, value }) => tokens[type] ?? `'${value.replaceAll("'", "''")}'`)
    .join("");
}
