import type { z } from "zod";
import type { Context } from "~/domain/context";
import { type DashboardRange, dayOf, rangeBefore, reportRanges } from "~/domain/dateRange";
import type { Report } from "~/domain/reports/readReport";
import { UNASSIGNED } from "~/domain/reports/reportColumns";
import { comparedRanges, type ReportQuery, reportRange } from "~/domain/reports/reportRange";
import type { ReportType } from "~/domain/reports/reportTypes";
import { formatShortDate } from "~/format/dates";
import { formatCents } from "~/format/money";
import { MAX_PAGE, PAGE_SIZES } from "~/list/defineList";
import { NONE } from "~/list/listFromUrl";
import { listToSearch } from "~/list/listToSearch";
import { paths } from "~/paths";
import { rankedBars } from "~/ui/chart/rankedBars.server";
import type { ReportRangesProps, ShownReport } from "./ReportView";
import { DEFAULT_SIZE } from "./reportSizes";

const none = new URLSearchParams();

/** The pickers for the submitted ranges. An invalid range keeps its dates and shows the errors. */
export function rangesOf(
  ctx: Context,
  type: ReportType,
  search: URLSearchParams,
  query: z.ZodSafeParseResult<z.output<typeof ReportQuery>>,
): ReportRangesProps {
  const compares = type === "clients-comparison";
  const ranges = query.data ?? { range: null, second: null };
  const { range, second } = compares
    ? comparedRanges(ctx, ranges)
    : { range: reportRange(ctx, ranges.range), second: null };
  const errors: ReportRangesProps["errors"] = {};
  for (const { path, message } of query.error?.issues ?? []) errors[String(path[0])] ??= [message];
  const typed = (name: string, ms: number) => (query.success ? null : search.get(name)) ?? dayOf(ms);
  return {
    first: { from: typed("fromDate", range.from), to: typed("toDate", range.to), words: rangeWords(range) },
    second: second && {
      from: typed("fromDate1", second.from),
      to: typed("toDate1", second.to),
      words: rangeWords(second),
    },
    errors,
    common: reportRanges(ctx.now).map(({ label, range: preset }, index) => {
      const before = rangeBefore(preset);
      const isShown = (one: DashboardRange, other: DashboardRange) => one.from === other.from && one.to === other.to;
      const days: Record<string, string> = compares
        ? {
            fromDate: dayOf(before.from),
            toDate: dayOf(before.to),
            fromDate1: dayOf(preset.from),
            toDate1: dayOf(preset.to),
          }
        : index > 0
          ? { fromDate: dayOf(preset.from), toDate: dayOf(preset.to) }
          : {};
      return {
        label,
        href: paths.report(type) + (Object.keys(days).length > 0 ? listToSearch(none, days) : ""),
        active: query.success && (second ? isShown(range, before) && isShown(second, preset) : isShown(range, preset)),
      };
    }),
  };
}

const rangeWords = ({ from, to }: DashboardRange) =>
  [...new Set([from, to].map((ms) => formatShortDate(ms)))].join(" – ");

const charts: Record<ReportType, { name: string; by: string; label: string }> = {
  agents: { name: "Revenue by agent", by: "totalRevenue", label: "agentName" },
  clients: { name: "Revenue by client", by: "totalRevenue", label: "clientName" },
  "new-clients": { name: "Revenue by client", by: "totalRevenue", label: "clientName" },
  "clients-comparison": { name: "Largest changes between the two ranges", by: "change", label: "clientName" },
  subscriptions: { name: "Monthly recurring revenue by service", by: "monthlyAtEnd", label: "service" },
};

const hrefs: Record<ReportType, (id: string | null) => string> = {
  agents: (id) => paths.orders() + listToSearch(none, { assignedToAdminId: id ?? NONE }),
  clients: (id) => paths.client(id ?? ""),
  "new-clients": (id) => paths.client(id ?? ""),
  "clients-comparison": (id) => paths.client(id ?? ""),
  subscriptions: (id) => paths.serviceEdit(id ?? ""),
};

/** The rows that the address asks for. */
export function windowOf(search: URLSearchParams) {
  const [size, page] = [Number(search.get("size")), Number(search.get("page") ?? 1)];
  return {
    sort: search.get("sort"),
    size: PAGE_SIZES.some((one) => one === size) ? size : DEFAULT_SIZE,
    page: Number.isSafeInteger(page) && page >= 1 && page <= MAX_PAGE ? page - 1 : 0,
  };
}

/** A page of a report, prepared for the screen, which formats the values. */
export function shownReport(
  type: ReportType,
  { columns, rows, rowCount, page, largest, totals, figures, before }: Report,
  { size }: { size: number },
): ShownReport {
  const { name, by, label } = charts[type];
  const place = (key: string) => columns.findIndex((column) => column.key === key);
  const [amount, title] = [place(by), place(label)];
  const bars = largest.map(({ id, values }) => ({
    key: id ?? NONE,
    label: String(values[title] ?? UNASSIGNED),
    amount: Number(values[amount] ?? 0),
    href: hrefs[type](id),
  }));
  return {
    columns,
    rows: rows.map(({ id, values }) => ({ key: id ?? NONE, href: hrefs[type](id), values })),
    rowCount,
    page,
    size,
    totals,
    figures,
    before: rangeWords(before),
    chart: {
      name,
      bars: rankedBars(
        bars
          .filter(({ amount }) => type !== "clients-comparison" || amount !== 0)
          .map((bar) => ({ ...bar, value: formatCents(bar.amount) })),
      ),
    },
  };
}
