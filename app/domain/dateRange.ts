import { UTCDateMini } from "@date-fns/utc/date/mini";
import { addMonths, startOfMonth, startOfYear, subMonths } from "date-fns";
import { z } from "zod";
import { momentAt, wallTime } from "~/format/zones";
import { DAY_MS, dateProblem, dayOf, isDay, readMoment } from "./days";

export { DAY_MS, dayOf };

/** Includes both ends. ms UTC. */
export interface DashboardRange {
  from: number;
  to: number;
}

const DEFAULT_DAYS = 7;
const MAX_MONTHS = 3;

/** One end of a range as the page and the API send it: a day or an ISO moment. */
export const rangeEdge = z
  .string({ error: "Choose a date" })
  .trim()
  .refine((text) => text === "" || readMoment(text) !== null, {
    error: ({ input }) => dateProblem(input, "Choose a date"),
  })
  .optional();

/** At most three months, the day three months after the start included. Month ends count as the same day. */
const isWithinLimit = ({ from, to }: DashboardRange) =>
  to < addMonths(new UTCDateMini(from), MAX_MONTHS).getTime() + DAY_MS ||
  from >= subMonths(new UTCDateMini(to + 1), MAX_MONTHS).getTime();

/**
 * Builds a range from two validated ends: days (yyyy-MM-dd, UTC, the last day whole) or ISO moments. Null without
 * both. Undefined for one end alone or an end before the start; `refuse` then gets the wrong field.
 */
export function rangeOf<Field extends string>(
  [fromField, from]: [Field, string | undefined],
  [toField, to]: [Field, string | undefined],
  refuse: (field: Field, message: string) => void,
): DashboardRange | null | undefined {
  if (!from && !to) return null;
  if (!from) return void refuse(fromField, "Choose a date");
  if (!to) return void refuse(toField, "Choose a date");
  const range = { from: readMoment(from) ?? 0, to: (readMoment(to) ?? 0) + (isDay(to) ? DAY_MS - 1 : 0) };
  return range.to < range.from ? void refuse(toField, "The end cannot be before the start") : range;
}

/**
 * The schema of a range with the caller's field names. Null when absent, so the operation uses its default. Also
 * rejects ranges over 3 months.
 */
export const rangeQuery = <From extends string, To extends string>(fromName: From, toName: To) =>
  z
    .object({ [fromName]: rangeEdge, [toName]: rangeEdge } as Record<From | To, typeof rangeEdge>)
    .transform((query, context) => {
      const { [fromName]: from, [toName]: to } = query as Partial<Record<From | To, string>>;
      const refuse = (field: From | To, message: string) =>
        context.addIssue({ code: "custom", path: [field], message });
      const range = rangeOf<From | To>([fromName, from], [toName, to], refuse);
      if (range && !isWithinLimit(range)) refuse(toName, "Choose a range of at most 3 months");
      return range ?? null;
    });

export const DashboardQuery = rangeQuery("fromDate", "toDate");

/** The number of a moment's day in a zone, counted from 1970-01-01. */
export const dayNumber = (ms: number, zone: string) => Math.floor(wallTime(ms, zone) / DAY_MS);

/** From one time of a zone's clocks up to another, without it. */
const onClocks = (from: number | Date, end: number | Date, zone: string): DashboardRange => ({
  from: momentAt(Number(from), zone),
  to: momentAt(Number(end), zone) - 1,
});

/** A range of whole UTC days, as `rangeOf` reads days, as the same days of `zone`. Moments stay. */
export const rangeIn = <Range extends DashboardRange | null>(range: Range, zone: string): Range =>
  range && range.from % DAY_MS === 0 && (range.to + 1) % DAY_MS === 0
    ? { ...range, ...onClocks(range.from, range.to + 1, zone) }
    : range;

const tomorrow = (now: number, zone: string) => (dayNumber(now, zone) + 1) * DAY_MS;

/** The last `days` days of `zone` up to `daysAgo` days ago; 0 includes all of today. */
export const lastDays = (now: number, days: number, zone: string, daysAgo = 0): DashboardRange => {
  const end = tomorrow(now, zone) - daysAgo * DAY_MS;
  return onClocks(end - days * DAY_MS, end, zone);
};

export const defaultRange = (now: number, zone: string) => lastDays(now, DEFAULT_DAYS, zone);

/** The longest range allowed, ending today. */
export function lastMonths(now: number, zone: string): DashboardRange {
  const end = tomorrow(now, zone);
  return onClocks(subMonths(new UTCDateMini(end), MAX_MONTHS), end, zone);
}

const monthStart = (now: number, zone: string) => startOfMonth(new UTCDateMini(wallTime(now, zone)));

/** Preset ranges in days of `zone`, the default first. */
export function commonRanges(now: number, zone: string): { label: string; range: DashboardRange }[] {
  return [
    { label: "Last 7 days", range: defaultRange(now, zone) },
    { label: "Last 30 days", range: lastDays(now, 30, zone) },
    { label: "This month", range: onClocks(monthStart(now, zone), tomorrow(now, zone), zone) },
    { label: "Last 3 months", range: lastMonths(now, zone) },
  ];
}

/** The presets of reports, whose ranges have no limit. The default first. */
export function reportRanges(now: number, zone: string): { label: string; range: DashboardRange }[] {
  const [week, month, thisMonth, quarter] = commonRanges(now, zone);
  const first = monthStart(now, zone);
  return [
    week!,
    month!,
    thisMonth!,
    { label: "Last month", range: onClocks(subMonths(first, 1), first, zone) },
    quarter!,
    { label: "This year", range: onClocks(startOfYear(first), tomorrow(now, zone), zone) },
  ];
}

/** The preceding range for comparison: as many days of `zone`, or of the same length when the ends are moments. */
export function rangeBefore({ from, to }: DashboardRange, zone: string): DashboardRange {
  const [first, end] = [dayNumber(from, zone), dayNumber(to + 1, zone)];
  const wholeDays = momentAt(first * DAY_MS, zone) === from && momentAt(end * DAY_MS, zone) === to + 1;
  return { from: wholeDays ? momentAt((2 * first - end) * DAY_MS, zone) : 2 * from - to - 1, to: from - 1 };
}

/** Every day of `zone` in the range, yyyy-MM-dd. */
export function daysOf({ from, to }: DashboardRange, zone: string): string[] {
  const first = dayNumber(from, zone);
  return Array.from({ length: dayNumber(to, zone) - first + 1 }, (_, day) => dayOf((first + day) * DAY_MS));
}
