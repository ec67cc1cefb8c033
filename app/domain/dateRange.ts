import { UTCDateMini } from "@date-fns/utc/date/mini";
import { addMonths, startOfMonth, subMonths } from "date-fns";
import { z } from "zod";
import { DAY_MS, dayOf, isDay, readMoment } from "./days";

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
  .refine((text) => text === "" || readMoment(text) !== null, "Choose a date")
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

export const startOfDay = (ms: number) => ms - (ms % DAY_MS);

/** The last `days` days, including all of today. */
export const lastDays = (now: number, days: number): DashboardRange => ({
  from: startOfDay(now) - (days - 1) * DAY_MS,
  to: startOfDay(now) + DAY_MS - 1,
});

export const defaultRange = (now: number) => lastDays(now, DEFAULT_DAYS);

/** The longest range allowed, ending today. */
export function lastMonths(now: number): DashboardRange {
  const { to } = lastDays(now, 1);
  return { from: subMonths(new UTCDateMini(to + 1), MAX_MONTHS).getTime(), to };
}

/** Preset ranges, the default first. */
export function commonRanges(now: number): { label: string; range: DashboardRange }[] {
  const { to } = defaultRange(now);
  return [
    { label: "Last 7 days", range: defaultRange(now) },
    { label: "Last 30 days", range: lastDays(now, 30) },
    { label: "This month", range: { from: startOfMonth(new UTCDateMini(now)).getTime(), to } },
    { label: "Last 3 months", range: lastMonths(now) },
  ];
}

/** The presets of reports, whose ranges have no limit. The default first. */
export function reportRanges(now: number): { label: string; range: DashboardRange }[] {
  const [week, month, thisMonth, quarter] = commonRanges(now);
  const today = new UTCDateMini(now);
  const monthStart = startOfMonth(today);
  return [
    week!,
    month!,
    thisMonth!,
    {
      label: "Last month",
      range: { from: subMonths(monthStart, 1).getTime(), to: monthStart.getTime() - 1 },
    },
    quarter!,
    { label: "This year", range: { from: Date.UTC(today.getUTCFullYear(), 0), to: quarter!.range.to } },
  ];
}

/** The preceding range of the same length, for comparison. */
export const rangeBefore = ({ from, to }: DashboardRange): DashboardRange => ({
  from: 2 * from - to - 1,
  to: from - 1,
});

/** Every day in the range, yyyy-MM-dd. */
export function daysOf({ from, to }: DashboardRange): string[] {
  const first = startOfDay(from);
  return Array.from({ length: Math.floor((to - first) / DAY_MS) + 1 }, (_, day) => dayOf(first + day * DAY_MS));
}
