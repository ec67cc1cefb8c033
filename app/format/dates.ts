import { UTCDateMini } from "@date-fns/utc/date/mini";
import { isSameDay, lightFormat } from "date-fns";
import { type Language, writtenIn } from "./language";
import { wallTime } from "./zones";

/**
 * ms UTC, shown in the zone that the caller names: the reader's, or the agency's for its days (rules.md pages/dates).
 */
type Moment = number | null | undefined;

const EMPTY = "N/A";
const MONTH = "MMM yyyy";

/** Month names are listed here: date-fns would bundle a whole locale, and Intl is slow on first use (numbers.ts). */
const months = "January February March April May June July August September October November December".split(" ");

/** From Sunday, as `getDay` counts. */
export const weekdayNames = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

const clock = (ms: number, zone: string) => new UTCDateMini(wallTime(ms, zone));

function show(ms: Moment, zone: string, pattern: string, language: Language | null = writtenIn()) {
  if (ms === null || ms === undefined || Number.isNaN(ms)) return EMPTY;
  const date = clock(ms, zone);
  const nameOf = (length: string) => {
    const short = length === "MMM";
    if (!language) return months[date.getMonth()]!.slice(0, short ? 3 : undefined);
    const names = short ? (pattern === MONTH ? language.monthsAlone : language.shortMonths) : language.months;
    return names[date.getMonth()]!;
  };
  return lightFormat(
    date,
    // A name next to quoted text joins it, because two quotes in a row are one in the text.
    (language?.patterns[pattern] ?? pattern).replace(
      /('?)(MMMM?)('?)/,
      (_, before: string, length: string, after: string) => `${before ? "" : "'"}${nameOf(length)}${after ? "" : "'"}`,
    ),
  );
}

/** '5 Mar 26 02:07 PM'; N/A when empty. */
export const formatDateTime = (ms: Moment, zone: string) => show(ms, zone, "d MMM yy hh:mm aa");

/** '5 Mar 26'; N/A when empty. */
export const formatDay = (ms: Moment, zone: string, language?: Language | null) => show(ms, zone, "d MMM yy", language);

const twoDigits = (value: number) => String(value).padStart(2, "0");

/**
 * The same as `formatDateTime` for a narrow column: wraps only between date and time. Without patterns, because long
 * tables spent a tenth of their rendering time on them.
 */
export function formatMoment(ms: Moment, zone: string) {
  if (ms === null || ms === undefined || Number.isNaN(ms)) return EMPTY;
  if (writtenIn())
    return ["d MMM yy", "hh:mm aa"].map((part) => show(ms, zone, part).replace(/ /g, "\u00a0")).join(" ");
  const date = new Date(wallTime(ms, zone));
  const hours = date.getUTCHours();
  const day = [date.getUTCDate(), months[date.getUTCMonth()]!.slice(0, 3), twoDigits(date.getUTCFullYear() % 100)];
  const time = [`${twoDigits(hours % 12 || 12)}:${twoDigits(date.getUTCMinutes())}`, hours < 12 ? "AM" : "PM"];
  return `${day.join("\u00a0")} ${time.join("\u00a0")}`;
}

/** 'March 05, 2026'; N/A when empty. */
export const formatLongDate = (ms: Moment, zone: string, language?: Language | null) =>
  show(ms, zone, "MMMM dd, yyyy", language);

/** '05/03/2026', day first, as in date ranges. */
export const formatShortDate = (ms: Moment, zone: string) => show(ms, zone, "dd/MM/yyyy");

/** '5 Mar', for chart axes where the year is clear. */
export const formatDayAndMonth = (ms: Moment, zone: string) => show(ms, zone, "d MMM");

/** '2:07 PM' on the day of `now`, else '05/03/26 2:07 PM' (notifications drawer). */
export const formatNotificationTime = (ms: number, now: number, zone: string) =>
  show(ms, zone, isSameDay(clock(ms, zone), clock(now, zone)) ? "h:mm aa" : "dd/MM/yy h:mm aa");

/** 'Nov 2026'; N/A when empty. */
export const formatMonth = (ms: Moment, zone: string) => show(ms, zone, MONTH);
