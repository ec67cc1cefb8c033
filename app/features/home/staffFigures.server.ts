import type { z } from "zod";
import type { Dashboard } from "~/domain/dashboard/dashboard";
import {
  commonRanges,
  type DashboardQuery,
  type DashboardRange,
  dayOf,
  daysOf,
  defaultRange,
} from "~/domain/dateRange";
import { compactMoney } from "~/format/compactMoney.server";
import { formatDayAndMonth, formatShortDate } from "~/format/dates";
import { formatCents } from "~/format/money";
import { paths } from "~/paths";
import { barChartLayout } from "~/ui/chart/barChartLayout.server";
import type { RangePickerProps } from "./RangePicker";
import type { Figures } from "./StaffHome";

const isSame = (one: DashboardRange, other: DashboardRange) => one.from === other.from && one.to === other.to;
const hrefOf = ({ from, to }: DashboardRange) => paths.dashboard(dayOf(from), dayOf(to));

interface RangedPage {
  /** The range when the URL has none. */
  initial: DashboardRange;
  /** The URL of the page with a range; null leaves the range out. */
  hrefOf(range: DashboardRange | null): string;
}

const staffHome = (now: number): RangedPage => ({
  initial: defaultRange(now),
  hrefOf: (range) => (range ? hrefOf(range) : paths.home()),
});

/** The picker for the submitted range. An invalid range keeps its dates and shows the errors. */
export function rangePickerOf(
  now: number,
  search: URLSearchParams,
  query: z.ZodSafeParseResult<z.output<typeof DashboardQuery>>,
  { initial, hrefOf }: RangedPage = staffHome(now),
): RangePickerProps {
  const range = query.data ?? initial;
  const typed = query.success ? null : search;
  const errors: RangePickerProps["errors"] = {};
  for (const { path, message } of query.error?.issues ?? [])
    if (path[0] === "fromDate" || path[0] === "toDate") errors[path[0]] = [message];
  return {
    fromDate: typed?.get("fromDate") ?? dayOf(range.from),
    toDate: typed?.get("toDate") ?? dayOf(range.to),
    errors,
    common: commonRanges(now).map(({ label, range: one }) => ({
      label,
      href: hrefOf(isSame(one, initial) ? null : one),
      active: query.success && isSame(one, range),
    })),
  };
}

/** Figures prepared for display. The server computes the chart layout, so browsers load no chart library. */
export function staffFigures({ revenueByDate, totalRevenue, revenueBefore, ...dashboard }: Dashboard): Figures {
  const { range } = dashboard;
  const length = daysOf(range).length;
  const before = length === 1 ? "the day before" : `the ${length} days before`;
  return {
    dashboard,
    before,
    days: { from: dayOf(range.from), to: dayOf(range.to) },
    revenue: {
      range: [...new Set([range.from, range.to].map((ms) => formatShortDate(ms)))].join(" – "),
      total: totalRevenue,
      totalBefore: revenueBefore,
      before,
      bars: revenueByDate.map(({ day, revenue }) => ({
        key: day,
        name: formatDayAndMonth(Date.parse(day)),
        label: formatShortDate(Date.parse(day)),
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
