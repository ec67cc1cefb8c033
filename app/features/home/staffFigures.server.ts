import type { z } from "zod";
import type { Dashboard } from "~/domain/dashboard/dashboard";
import {
  commonRanges,
  type DashboardQuery,
  type DashboardRange,
  dayOf,
  daysOf,
  defaultRange,
  rangeIn,
} from "~/domain/dateRange";
import { compactMoney } from "~/format/compactMoney.server";
import { formatDayAndMonth, formatShortDate } from "~/format/dates";
import { formatCents } from "~/format/money";
import { UTC } from "~/format/zones";
import { paths } from "~/paths";
import { barChartLayout } from "~/ui/chart/barChartLayout.server";
import type { RangePickerProps } from "./RangePicker";
import type { Figures } from "./StaffHome";

const isSame = (one: DashboardRange, other: DashboardRange) => one.from === other.from && one.to === other.to;
interface RangedPage {
  now: number;
  /** Of its days. */
  zone: string;
  /** The range when the URL has none. */
  initial: DashboardRange;
  /** The URL of the page with a range; null leaves the range out. */
  hrefOf(range: DashboardRange | null): string;
}

export const homeRanges = (now: number, zone: string): RangedPage => ({
  now,
  zone,
  initial: defaultRange(now, zone),
  hrefOf: (range) => (range ? paths.dashboard(dayOf(range.from, zone), dayOf(range.to, zone)) : paths.home()),
});

/** The picker for the submitted range. An invalid range keeps its dates and shows the errors. */
export function rangePickerOf(
  search: URLSearchParams,
  query: z.ZodSafeParseResult<z.output<typeof DashboardQuery>>,
  { now, zone, initial, hrefOf }: RangedPage,
): RangePickerProps {
  const range = rangeIn(query.data ?? null, zone) ?? initial;
  const typed = query.success ? null : search;
  const errors: RangePickerProps["errors"] = {};
  for (const { path, message } of query.error?.issues ?? [])
    if (path[0] === "fromDate" || path[0] === "toDate") errors[path[0]] = [message];
  return {
    fromDate: typed?.get("fromDate") ?? dayOf(range.from, zone),
    toDate: typed?.get("toDate") ?? dayOf(range.to, zone),
    errors,
    common: commonRanges(now, zone).map(({ label, range: one }) => ({
      label,
      href: hrefOf(isSame(one, initial) ? null : one),
      active: query.success && isSame(one, range),
    })),
  };
}

/** Figures prepared for display. The server computes the chart layout, so browsers load no chart library. */
export function staffFigures(
  { revenueByDate, totalRevenue, revenueBefore, ...dashboard }: Dashboard,
  zone: string,
): Figures {
  const { range } = dashboard;
  const length = daysOf(range, zone).length;
  const before = length === 1 ? "the day before" : `the ${length} days before`;
  return {
    dashboard,
    before,
    days: { from: dayOf(range.from, zone), to: dayOf(range.to, zone) },
    revenue: {
      range: [...new Set([range.from, range.to].map((ms) => formatShortDate(ms, zone)))].join(" – "),
      total: totalRevenue,
      totalBefore: revenueBefore,
      before,
      bars: revenueByDate.map(({ day, revenue }) => ({
        key: day,
        name: formatDayAndMonth(Date.parse(day), UTC),
        label: formatShortDate(Date.parse(day), UTC),
        value: formatCents(revenue),
        href: paths.dashboard(day, day),
        ...(revenue < 0 ? { below: true } : {}),
      })),
      layout: barChartLayout({
        values: revenueByDate.map(({ revenue }) => revenue / 100),
        tickLabel: (value) => compactMoney(value),
      }),
    },
  };
}
