import { UTCDateMini } from "@date-fns/utc/date/mini";
import { isSameDay, lightFormat } from "date-fns";

/** ms UTC, shown in UTC everywhere (rules.md pages/dates). */
type Moment = number | null | undefined;

const EMPTY = "N/A";

/** Month names are listed here: date-fns would bundle a whole locale, and Intl is slow on first use (numbers.ts). */
const months = "January February March April May June July August September October November December".split(" ");

function show(ms: Moment, pattern: string) {
  if (ms === null || ms === undefined || Number.isNaN(ms)) return EMPTY;
  const date = new UTCDateMini(ms);
  return lightFormat(
    date,
    pattern.replace(/MMMM?/, (length) => `'${months[date.getMonth()]!.slice(0, length === "MMM" ? 3 : undefined)}'`),
  );
}

/** '5 Mar 26 02:07 PM'; N/A when empty. */
export const formatDateTime = (ms: Moment) => show(ms, "d MMM yy hh:mm aa");

/** '5 Mar 26'; N/A when empty. */
export const formatDay = (ms: Moment) => show(ms, "d MMM yy");

const twoDigits = (value: number) => String(value).padStart(2, "0");

/**
 * The same as `formatDateTime` for a narrow column: wraps only between date and time. Without patterns, because long
 * tables spent a tenth of their rendering time on them.
 */
export function formatMoment(ms: Moment) {
  if (ms === null || ms === undefined || Number.isNaN(ms)) return EMPTY;
  const date = new Date(ms);
  const hours = date.getUTCHours();
  const day = [date.getUTCDate(), months[date.getUTCMonth()]!.slice(0, 3), twoDigits(date.getUTCFullYear() % 100)];
  const time = [`${twoDigits(hours % 12 || 12)}:${twoDigits(date.getUTCMinutes())}`, hours < 12 ? "AM" : "PM"];
  return `${day.join("\u00a0")} ${time.join("\u00a0")}`;
}

/** 'March 05, 2026'; N/A when empty. */
export const formatLongDate = (ms: Moment) => show(ms, "MMMM dd, yyyy");

/** '05/03/2026', day first, as in date ranges. */
export const formatShortDate = (ms: Moment) => show(ms, "dd/MM/yyyy");

/** '5 Mar', for chart axes where the year is clear. */
export const formatDayAndMonth = (ms: Moment) => show(ms, "d MMM");

/** '2:07 PM' on the day of `now`, else '05/03/26 2:07 PM' (notifications drawer). */
export const formatNotificationTime = (ms: number, now: number) =>
  show(ms, isSameDay(new UTCDateMini(ms), new UTCDateMini(now)) ? "h:mm aa" : "dd/MM/yy h:mm aa");

/** 'Nov 2026'; N/A when empty. */
export const formatMonth = (ms: Moment) => show(ms, "MMM yyyy");
