import type { z } from "zod";
import { agencyZone, type Context } from "~/domain/context";
import { type DashboardRange, dayOf, rangeBefore, reportRanges } from "~/domain/dateRange";
import type { Report } from "~/domain/reports/readReport";
import { UNASSIGNED } from "~/domain/reports/reportColumns";
import { comparedRanges, type ReportQuery, rangesIn, reportRange } from "~/domain/reports/reportRange";
import type { ReportType } from "~/domain/reports/reportTypes";
import { formatShortDate } from "~/format/dates";
import { formatCents } from "~/format/money";
import { formatNumber } from "~/format/numbers";
import { MAX_PAGE, PAGE_SIZES } from "~/list/defineList";
import type { CellValue } from "~/list/defineSheet";
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
  const zone = agencyZone(ctx);
  const ranges = rangesIn(query.data ?? { range: null, second: null }, zone);
  const { range, second } = compares
    ? comparedRanges(ctx, ranges, zone)
    : { range: reportRange(ctx, ranges.range, zone), second: null };
  const errors: ReportRangesProps["errors"] = {};
  for (const { path, message } of query.error?.issues ?? []) errors[String(path[0])] ??= [message];
  const typed = (name: string, ms: number) => (query.success ? null : search.get(name)) ?? dayOf(ms, zone);
  return {
    first: { from: typed("fromDate", range.from), to: typed("toDate", range.to), words: rangeWords(range, zone) },
    second: second && {
      from: typed("fromDate1", second.from),
      to: typed("toDate1", second.to),
      words: rangeWords(second, zone),
    },
    errors,
    common: reportRanges(ctx.now, zone).map(({ label, range: preset }, index) => {
      const before = rangeBefore(preset, zone);
      const isShown = (one: DashboardRange, other: DashboardRange) => one.from === other.from && one.to === other.to;
      const days: Record<string, string> = compares
        ? {
            fromDate: dayOf(before.from, zone),
            toDate: dayOf(before.to, zone),
            fromDate1: dayOf(preset.from, zone),
            toDate1: dayOf(preset.to, zone),
          }
        : index > 0
          ? { fromDate: dayOf(preset.from, zone), toDate: dayOf(preset.to, zone) }
          : {};
      return {
        label,
        href: paths.report(type) + (Object.keys(days).length > 0 ? listToSearch(none, days) : ""),
        active: query.success && (second ? isShown(range, before) && isShown(second, preset) : isShown(range, preset)),
      };
    }),
  };
}

const rangeWords = ({ from, to }: DashboardRange, zone: string) =>
  [...new Set([from, to].map((ms) => formatShortDate(ms, zone)))].join(" – ");

const charts: Record<ReportType, { name: string; by: string; label: string }> = {
  agents: { name: "Revenue by agent", by: "totalRevenue", label: "agentName" },
  clients: { name: "Revenue by client", by: "totalRevenue", label: "clientName" },
  "new-clients": { name: "Revenue by client", by: "totalRevenue", label: "clientName" },
  "clients-comparison": { name: "Largest changes between the two ranges", by: "change", label: "clientName" },
  subscriptions: { name: "Monthly recurring revenue by service, net of tax", by: "monthlyAtEnd", label: "service" },
  delivery: { name: "Links placed by service and agent", by: "placed", label: "service" },
  guarantee: { name: "Lost links by service and month", by: "lost", label: "service" },
  recovered: { name: "Recovered revenue by service", by: "revenue", label: "service" },
  "on-time": { name: "Completed orders by service and agent", by: "completed", label: "service" },
  response: { name: "First responses by service and agent", by: "responses", label: "service" },
};

const hrefs: Record<ReportType, (id: string | null) => string> = {
  agents: (id) => paths.orders() + listToSearch(none, { assignedToAdminId: id ?? NONE }),
  clients: (id) => paths.client(id ?? ""),
  "new-clients": (id) => paths.client(id ?? ""),
  "clients-comparison": (id) => paths.client(id ?? ""),
  subscriptions: (id) => paths.serviceEdit(id ?? ""),
  delivery: (id) => {
    const [serviceId = "", agentId] = (id ?? "").split(":");
    return paths.placements() + listToSearch(none, { serviceId, assignedToId: agentId || NONE });
  },
  recovered: (id) => paths.serviceEdit(id ?? ""),
  "on-time": (id) => {
    const [serviceId = "", agentId] = (id ?? "").split(":");
    return paths.orders() + listToSearch(none, { serviceId, assignedToAdminId: agentId || NONE });
  },
  response: (id) => {
    const [serviceId = "", agentId = ""] = (id ?? "").split(":");
    return paths.orders() + listToSearch(none, { serviceId, assignedToAdminId: agentId });
  },
  guarantee: (id) => paths.placements() + listToSearch(none, { serviceId: (id ?? "").split(":")[0] ?? "" }),
};

/** A bar of these is of a service and an agent; one of the guarantee is of a service and a month. */
const barLabel = (type: ReportType, values: readonly CellValue[], title: number) =>
  ["delivery", "guarantee", "on-time", "response"].includes(type)
    ? values.slice(title, title + 2).join(", ")
    : String(values[title] ?? UNASSIGNED);

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
  { size, zone }: { size: number; zone: string },
): ShownReport {
  const { name, by, label } = charts[type];
  const place = (key: string) => columns.findIndex((column) => column.key === key);
  const [amount, title] = [place(by), place(label)];
  const bars = largest.map(({ id, values }) => ({
    key: id ?? NONE,
    label: barLabel(type, values, title),
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
    before: rangeWords(before, zone),
    chart: {
      name,
      bars: rankedBars(
        bars
          .filter(({ amount }) => type !== "clients-comparison" || amount !== 0)
          .map((bar) => ({
            ...bar,
            value: columns[amount]?.kind === "number" ? formatNumber(bar.amount) : formatCents(bar.amount),
          })),
      ),
    },
  };
}
