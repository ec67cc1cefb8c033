import type { AffiliateStatus } from "~/domain/affiliates/affiliateStatus";
import { dayOf } from "~/domain/dateRange";
import { compactMoney } from "~/format/compactMoney.server";
import { formatDayAndMonth, formatShortDate } from "~/format/dates";
import { formatCents } from "~/format/money";
import { formatNumber } from "~/format/numbers";
import { UTC } from "~/format/zones";
import { paths } from "~/paths";
import { barChartLayout } from "~/ui/chart/barChartLayout.server";
import type { AffiliateChartProps } from "./AffiliateChart";
import { type AffiliateSeries, affiliateSeries } from "./affiliateSeries";

const words: Record<AffiliateSeries, (value: number) => string> = {
  visitors: formatNumber,
  signUps: formatNumber,
  earnings: formatCents,
};
/** The series named in the URL, or visitors for an unknown name. */
export const seriesOf = (search: URLSearchParams) =>
  affiliateSeries.find((one) => one === search.get("chart")) ?? "visitors";

/** Statistics prepared for display. The server computes the chart layout, so browsers load no chart library. */
export function affiliateFigures(status: AffiliateStatus, series: AffiliateSeries) {
  const { days, range, ...figures } = status;
  const money = series === "earnings";
  const values = days.map((one) => (money ? one.earnings / 100 : one[series]));
  const chart: Omit<AffiliateChartProps, "seriesHref"> = {
    range: [...new Set([range.from, range.to].map((ms) => formatShortDate(ms, UTC)))].join(" – "),
    series,
    bars: days.map((one) => ({
      key: one.day,
      name: formatDayAndMonth(Date.parse(one.day), UTC),
      label: formatShortDate(Date.parse(one.day), UTC),
      value: words[series](one[series]),
      href: `${paths.affiliate(one.day, one.day)}${series === "visitors" ? "" : `&chart=${series}`}`,
      ...(one[series] < 0 ? { below: true } : {}),
    })),
    layout: barChartLayout({
      values,
      height: 168,
      // Hides fractions: the axis of a quiet week would otherwise show half a visitor.
      tickLabel: (value) => (money ? compactMoney(value) : Number.isInteger(value) ? formatNumber(value) : ""),
    }),
    rows: days.map((one) => ({
      key: one.day,
      day: formatShortDate(Date.parse(one.day), UTC),
      visitors: words.visitors(one.visitors),
      signUps: words.signUps(one.signUps),
      earnings: words.earnings(one.earnings),
    })),
    totals: {
      visitors: words.visitors(figures.visitors),
      signUps: words.signUps(figures.signUps),
      earnings: words.earnings(figures.totalEarnings),
    },
  };
  return { ...figures, chart, days: { from: dayOf(range.from), to: dayOf(range.to) } };
}
export type AffiliateFigures = ReturnType<typeof affiliateFigures>;
