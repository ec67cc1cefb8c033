import type { z } from "zod";
import type { Context } from "~/domain/context";
import { commonRanges, type DashboardRange, dayOf } from "~/domain/dateRange";
import type { AgentLine } from "~/domain/reports/agentsReport";
import type { ClientLine, ComparedClientLine } from "~/domain/reports/clientLines";
import { comparedRanges, type ReportQuery, reportRange } from "~/domain/reports/reportRange";
import { UNASSIGNED } from "~/domain/reports/reportSheets";
import type { ReportType } from "~/domain/reports/reportTypes";
import type { SubscriptionLine } from "~/domain/reports/subscriptionsReport";
import { userStatusLabel } from "~/domain/roles";
import { compactMoney } from "~/format/compactMoney.server";
import { formatShortDate } from "~/format/dates";
import { formatCents } from "~/format/money";
import { formatNumber } from "~/format/numbers";
import { NONE } from "~/list/listFromUrl";
import { listToSearch } from "~/list/listToSearch";
import { paths } from "~/paths";
import { barChartLayout } from "~/ui/chart/barChartLayout.server";
import type { ReportChart, ReportRangesProps, ReportTable } from "./ReportView";

const none = new URLSearchParams();
/** Bars in a chart. The table lists the rest. */
const MOST_BARS = 10;

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
  const words = ({ from, to }: DashboardRange) => [...new Set([from, to].map((ms) => formatShortDate(ms)))].join(" – ");
  return {
    first: { from: typed("fromDate", range.from), to: typed("toDate", range.to), words: words(range) },
    second: second && { from: typed("fromDate1", second.from), to: typed("toDate1", second.to), words: words(second) },
    errors,
    common: compares
      ? []
      : commonRanges(ctx.now).map(({ label, range: one }, index) => ({
          label,
          href:
            paths.report(type) +
            (index === 0 ? "" : listToSearch(none, { fromDate: dayOf(one.from), toDate: dayOf(one.to) })),
          active: query.success && one.from === range.from && one.to === range.to,
        })),
  };
}

/** A report prepared for display. The server computes the chart layout, so browsers load no chart library. */
export interface ShownReport {
  table: ReportTable;
  chart: ReportChart;
}

export function agentsShown(lines: readonly AgentLine[]): ShownReport {
  const ordersOf = (id: string | null) => paths.orders() + listToSearch(none, { assignedToAdminId: id ?? NONE });
  return {
    table: {
      columns: [
        { key: "agentName", label: "Agent Name" },
        { key: "clientsCount", label: "Clients", align: "right" },
        { key: "ordersCount", label: "Orders", align: "right" },
        { key: "newRevenue", label: "New Revenue", align: "right" },
        { key: "totalRevenue", label: "Total Revenue", align: "right" },
      ],
      rows: lines.map((line) => ({
        key: line.agentId ?? NONE,
        href: ordersOf(line.agentId),
        cells: {
          agentName: line.agentName ?? UNASSIGNED,
          clientsCount: formatNumber(line.clientsCount),
          ordersCount: formatNumber(line.ordersCount),
          newRevenue: formatCents(line.newRevenue),
          totalRevenue: formatCents(line.totalRevenue),
        },
      })),
      footer: {
        agentName: "Total",
        ordersCount: formatNumber(sum(lines, (line) => line.ordersCount)),
        newRevenue: formatCents(sum(lines, (line) => line.newRevenue)),
        totalRevenue: formatCents(sum(lines, (line) => line.totalRevenue)),
      },
    },
    chart: chartOf(
      "Revenue by agent",
      lines.map((line) => ({
        key: line.agentId ?? NONE,
        name: line.agentName ?? UNASSIGNED,
        cents: line.totalRevenue,
        href: ordersOf(line.agentId),
      })),
    ),
  };
}

export function clientsShown(lines: readonly ClientLine[]): ShownReport {
  return {
    table: {
      columns: [...clientColumns, ...moneyColumns, lastPaymentColumn],
      // The comparison is too wide for the id. Its export has it.
      rows: lines.map((line) => ({
        key: line.clientId,
        href: paths.client(line.clientId),
        cells: { ...clientCells(line), clientId: line.clientId },
        lastPayment: line.lastPaymentDate,
      })),
      footer: clientTotals(lines),
    },
    chart: chartOf("Revenue by client", lines.map(clientBar)),
  };
}

const clientColumns: ReportTable["columns"] = [
  { key: "clientName", label: "Client Name" },
  // Cards on narrow screens show only the key figures.
  { key: "clientEmail", label: "Client Email", card: "hidden" },
  { key: "agentName", label: "Agent Name", card: "hidden" },
  { key: "clientStatus", label: "Status", card: "hidden" },
];
const moneyColumns: ReportTable["columns"] = [
  { key: "ordersCount", label: "Orders", align: "right" },
  { key: "totalRevenue", label: "Total Revenue", align: "right" },
];
const lastPaymentColumn = { key: "lastPaymentDate", label: "Last Payment", moment: true };

const clientCells = (line: ClientLine): Record<string, string> => ({
  clientName: line.clientName,
  clientEmail: line.clientEmail,
  agentName: line.agentName ?? "N/A",
  clientStatus: userStatusLabel(line.clientStatus),
  ordersCount: formatNumber(line.ordersCount),
  totalRevenue: formatCents(line.totalRevenue),
});
const clientTotals = (lines: readonly ClientLine[]): Record<string, string> => ({
  clientName: "Total",
  ordersCount: formatNumber(sum(lines, (line) => line.ordersCount)),
  totalRevenue: formatCents(sum(lines, (line) => line.totalRevenue)),
});
const clientBar = (line: ClientLine) => ({
  key: line.clientId,
  name: line.clientName,
  cents: line.totalRevenue,
  href: paths.client(line.clientId),
});

export function comparisonShown(lines: readonly ComparedClientLine[]): ShownReport {
  const second: ReportTable["columns"] = [
    { key: "ordersCount1", label: "Orders, second", align: "right" },
    { key: "totalRevenue1", label: "Revenue, second", align: "right" },
  ];
  return {
    table: {
      columns: [...clientColumns, ...moneyColumns, ...second, { ...lastPaymentColumn, card: "hidden" }],
      rows: lines.map((line) => ({
        key: line.clientId,
        href: paths.client(line.clientId),
        cells: {
          ...clientCells(line),
          ordersCount1: formatNumber(line.ordersCount1),
          totalRevenue1: formatCents(line.totalRevenue1),
        },
        lastPayment: line.lastPaymentDate,
      })),
      footer: {
        ...clientTotals(lines),
        ordersCount1: formatNumber(sum(lines, (line) => line.ordersCount1)),
        totalRevenue1: formatCents(sum(lines, (line) => line.totalRevenue1)),
      },
    },
    chart: chartOf(
      "Largest changes between the two ranges",
      lines
        .map((line) => ({ ...clientBar(line), cents: line.totalRevenue1 - line.totalRevenue }))
        .filter(({ cents }) => cents !== 0)
        .sort((a, b) => Math.abs(b.cents) - Math.abs(a.cents)),
    ),
  };
}

export function subscriptionsShown(lines: readonly SubscriptionLine[]): ShownReport {
  const cells = (all: readonly SubscriptionLine[]): Record<string, string> => {
    const of = (field: Exclude<keyof SubscriptionLine, "serviceId" | "serviceName">) => sum(all, (line) => line[field]);
    return {
      atStart: formatNumber(of("atStart")),
      began: formatNumber(of("began")),
      ended: formatNumber(of("ended")),
      atEnd: formatNumber(of("atEnd")),
      churn: of("atStart") > 0 ? `${((of("lost") / of("atStart")) * 100).toFixed(1)}%` : "N/A",
      monthly: formatCents(of("monthlyAtEnd")),
      lost: formatCents(of("monthlyLost")),
      recovered: `${formatCents(of("recoveredAmount"))} (${formatNumber(of("recoveredCount"))})`,
    };
  };
  const href = (line: SubscriptionLine) => paths.serviceEdit(line.serviceId);
  return {
    table: {
      columns: [
        { key: "service", label: "Service" },
        { key: "atStart", label: "At start", align: "right", card: "hidden" },
        { key: "began", label: "New", align: "right", card: "hidden" },
        { key: "ended", label: "Ended", align: "right", card: "hidden" },
        { key: "atEnd", label: "At end", align: "right" },
        { key: "churn", label: "Churn", align: "right" },
        { key: "monthly", label: "Monthly revenue", align: "right" },
        { key: "lost", label: "Lost a month", align: "right", card: "hidden" },
        { key: "recovered", label: "Recovered payments", align: "right", card: "hidden" },
      ],
      rows: lines.map((line) => ({
        key: line.serviceId,
        href: href(line),
        cells: { service: line.serviceName, ...cells([line]) },
      })),
      footer: { service: "Total", ...cells(lines) },
    },
    chart: chartOf(
      "Monthly recurring revenue by service",
      lines.map((line) => ({
        key: line.serviceId,
        name: line.serviceName,
        cents: line.monthlyAtEnd,
        href: href(line),
      })),
    ),
  };
}

const sum = <Line>(lines: readonly Line[], of: (line: Line) => number) =>
  lines.reduce((all, line) => all + of(line), 0);

function chartOf(name: string, all: { key: string; name: string; cents: number; href: string }[]): ReportChart {
  const shown = all.slice(0, MOST_BARS);
  return {
    name,
    bars: shown.map((bar) => ({
      key: bar.key,
      name: shortName(bar.name),
      label: bar.name,
      value: formatCents(bar.cents),
      href: bar.href,
      ...(bar.cents < 0 ? { below: true } : {}),
    })),
    layout: barChartLayout({
      values: shown.map(({ cents }) => cents / 100),
      tickLabel: (value) => compactMoney(value),
    }),
  };
}

/** Bars leave room for one word, and the first one identifies people and services well enough. */
function shortName(name: string) {
  const [first = ""] = name.split(" ");
  return first.length > 10 ? `${first.slice(0, 9)}…` : first;
}
