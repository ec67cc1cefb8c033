import { UTCDateMini } from "@date-fns/utc/date/mini";
import { addMonths, startOfMonth, subMonths } from "date-fns";
import { z } from "zod";

/** Both ends belong to it. ms UTC. */
export interface DashboardRange {
  from: number;
  to: number;
}

export const DAY_MS = 86_400_000;
/** Document 2 section 9. */
const DEFAULT_DAYS = 7;
const MAX_MONTHS = 3;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const moment = z.iso.datetime({ offset: true });

/** ms of a day's start or of an exact moment; null for anything else, the 31st of February too. */
function readMoment(text: string): number | null {
  if (DAY.test(text)) {
    const ms = Date.parse(`${text}T00:00:00.000Z`);
    return !Number.isNaN(ms) && dayOf(ms) === text ? ms : null;
  }
  return moment.safeParse(text).success ? Date.parse(text) : null;
}

const edge = z
  .string({ error: "Choose a date" })
  .trim()
  .refine((text) => text === "" || readMoment(text) !== null, "Choose a date")
  .optional();

/** At most three months: from the 1st of January to the 31st of March, whole days. Ends of months count as the same day. */
const isWithinLimit = ({ from, to }: DashboardRange) =>
  to <= addMonths(new UTCDateMini(from), MAX_MONTHS).getTime() ||
  from >= subMonths(new UTCDateMini(to + 1), MAX_MONTHS).getTime();

/**
 * The dashboard's range as page and API send it: days (yyyy-MM-dd, UTC, the last one whole) or ISO moments. Without both
 * the operation takes its default. Refused: one end alone, the end before the start, more than 3 months (document 2
 * sections 5 and 9).
 */
export const DashboardQuery = z.object({ fromDate: edge, toDate: edge }).transform((query, context) => {
  const refuse = (field: "fromDate" | "toDate", message: string) => {
    context.addIssue({ code: "custom", path: [field], message });
    return z.NEVER;
  };
  const { fromDate, toDate } = query;
  if (!fromDate && !toDate) return null;
  if (!fromDate) return refuse("fromDate", "Choose a date");
  if (!toDate) return refuse("toDate", "Choose a date");
  const from = readMoment(fromDate) ?? 0;
  const to = (readMoment(toDate) ?? 0) + (DAY.test(toDate) ? DAY_MS - 1 : 0);
  if (to < from) return refuse("toDate", "The end cannot be before the start");
  if (!isWithinLimit({ from, to })) return refuse("toDate", "Choose a range of at most 3 months");
  return { from, to } satisfies DashboardRange;
});

/** yyyy-MM-dd of a moment, UTC. */
export const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

const startOfDay = (ms: number) => ms - (ms % DAY_MS);

/** The last `days` days, today whole. */
const lastDays = (now: number, days: number): DashboardRange => ({
  from: startOfDay(now) - (days - 1) * DAY_MS,
  to: startOfDay(now) + DAY_MS - 1,
});

/** What is shown when nothing was chosen: the last 7 days (document 2 section 9). */
export const defaultRange = (now: number) => lastDays(now, DEFAULT_DAYS);

/** Ranges that people ask for every day, the default first. */
export function commonRanges(now: number): { label: string; range: DashboardRange }[] {
  const { to } = defaultRange(now);
  return [
    { label: "Last 7 days", range: defaultRange(now) },
    { label: "Last 30 days", range: lastDays(now, 30) },
    { label: "This month", range: { from: startOfMonth(new UTCDateMini(now)).getTime(), to } },
    { label: "Last 3 months", range: { from: subMonths(new UTCDateMini(to + 1), MAX_MONTHS).getTime(), to } },
  ];
}

/** As long as the range, and ending right before it: what its figures are compared with. */
export const rangeBefore = ({ from, to }: DashboardRange): DashboardRange => ({
  from: 2 * from - to - 1,
  to: from - 1,
});

/** Every day that the range touches, yyyy-MM-dd. */
export function daysOf({ from, to }: DashboardRange): string[] {
  const first = startOfDay(from);
  return Array.from({ length: Math.floor((to - first) / DAY_MS) + 1 }, (_, day) => dayOf(first + day * DAY_MS));
}
