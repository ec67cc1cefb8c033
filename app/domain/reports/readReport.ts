import { UTC } from "~/format/zones";
import type { CellValue } from "~/list/defineSheet";
import { authorize } from "../access";
import type { Context } from "../context";
import { type DashboardRange, rangeBefore } from "../dateRange";
import { DAY_MS } from "../days";
import { agentsReport } from "./agentsReport";
import { type ClientLinesKind, type ClientTotals, type ComparedClientLine, readClientLines } from "./clientLines";
import { type DeliveryLine, deliveryLineId, deliveryReport } from "./deliveryReport";
import { type GuaranteeLine, guaranteeLineId, guaranteeReport } from "./guaranteeReport";
import { type OnTimeLine, onTimeReport } from "./onTimeReport";
import { type RecoveredLine, recoveredReport } from "./recoveredReport";
import {
  agentColumns,
  clientColumns,
  comparisonColumns,
  deliveryColumns,
  guaranteeColumns,
  newClientColumns,
  onTimeColumns,
  type ReportColumn,
  type ReportHead,
  recoveredColumns,
  responseColumns,
  subscriptionColumns,
  type WithPrevious,
} from "./reportColumns";
import { comparedRanges, type ReportRanges, reportRange } from "./reportRange";
import type { ReportType } from "./reportTypes";
import { type ResponseLine, responseLineId, responseReport } from "./responseReport";
import { readReportSort, sortReport } from "./sortReport";
import { subscriptionsReport } from "./subscriptionsReport";

export interface ReportRow {
  /** The id of the agent, client or service, or both of a delivery; null for orders without an agent. */
  id: string | null;
  /** In column order. */
  values: CellValue[];
}

/** A figure of the whole report and of the range that it is compared with. */
export interface ReportFigure {
  label: string;
  kind: "number" | "cents";
  now: number;
  before: number;
}

/** Which rows of a report to read. */
interface ReportWindow {
  /** 'totalRevenue.desc' of the address; anything else leaves the largest first. */
  sort: string | null;
  /** Zero-based; a page after the last one reads the last. */
  page?: number;
  /** All rows when absent. */
  size?: number;
}

/** A report as its page shows it and its file holds it. */
export interface Report {
  columns: ReportHead[];
  /** Of the window, in its order. */
  rows: ReportRow[];
  /** How many rows there are, and the zero-based page of `rows`. */
  rowCount: number;
  page: number;
  /** The rows of the chart, largest first. */
  largest: ReportRow[];
  totals: CellValue[];
  figures: ReportFigure[];
  before: DashboardRange;
}

const clientReports = {
  clients: { kind: "clients", columns: clientColumns, label: "Clients" },
  "new-clients": { kind: "newClients", columns: newClientColumns, label: "New clients" },
} as const;

/** Bars in a chart. The table lists the rest. */
const MAX_BARS = 10;

const sum = <Line>(lines: readonly Line[], of: (line: Line) => number) =>
  lines.reduce((all, line) => all + of(line), 0);

/** Reads a report and the figures that it is compared with, in days of `zone` (rules.md reports/previous). */
export async function readReport(
  ctx: Context,
  type: ReportType,
  requested: ReportRanges,
  window: ReportWindow = { sort: null },
  zone = UTC,
): Promise<Report> {
  authorize(ctx, "reports.view");
  const range = reportRange(ctx, requested.range, zone);
  const before = rangeBefore(range, zone);
  switch (type) {
    case "agents": {
      const [now, earlier] = await Promise.all([agentsReport(ctx, range), agentsReport(ctx, before)]);
      const lines = withPrevious(now, earlier, ({ agentId }) => agentId);
      const table = tableOf(agentColumns, lines, ({ agentId }) => agentId, window);
      return { ...table, figures: paidFigures(ctx, totalsOf(now), totalsOf(earlier)), before };
    }
    case "clients":
    case "new-clients": {
      const { kind, columns, label } = clientReports[type];
      const { table, sums } = await clientTable(ctx, kind, columns, [range, before], window);
      return { ...table, figures: [...paidFigures(ctx, sums, secondOf(sums)), clientsFigure(label, sums)], before };
    }
    case "clients-comparison": {
      const { range: first, second } = comparedRanges(ctx, requested, zone);
      const { table, sums } = await clientTable(ctx, "compared", comparisonColumns, [first, second], window);
      return { ...table, figures: paidFigures(ctx, secondOf(sums), sums), before: first };
    }
    case "subscriptions": {
      const lines = await subscriptionsReport(ctx, range);
      const figures: ReportFigure[] = [
        {
          label: "Monthly revenue, net of tax",
          kind: "cents",
          now: sum(lines, (line) => line.monthlyAtEnd),
          before: sum(lines, (line) => line.monthlyAtStart),
        },
        {
          label: "Subscriptions",
          kind: "number",
          now: sum(lines, (line) => line.atEnd),
          before: sum(lines, (line) => line.atStart),
        },
      ];
      return { ...tableOf(subscriptionColumns, lines, ({ serviceId }) => serviceId, window), figures, before };
    }
    case "delivery": {
      const [lines, earlier] = await Promise.all([deliveryReport(ctx, range), deliveryReport(ctx, before)]);
      const figure = (label: string, of: (line: DeliveryLine) => number): ReportFigure => ({
        label,
        kind: "number",
        now: sum(lines, of),
        before: sum(earlier, of),
      });
      const figures = [figure("Placed", (line) => line.placed), figure("On time", (line) => line.onTime)];
      return { ...tableOf(deliveryColumns, lines, deliveryLineId, window), figures, before };
    }
    case "on-time": {
      const [lines, earlier] = await Promise.all([onTimeReport(ctx, range), onTimeReport(ctx, before)]);
      const figure = (label: string, of: (line: OnTimeLine) => number): ReportFigure => ({
        label,
        kind: "number",
        now: sum(lines, of),
        before: sum(earlier, of),
      });
      const figures = [figure("Completed", (line) => line.completed), figure("On time", (line) => line.onTime)];
      return { ...tableOf(onTimeColumns, lines, deliveryLineId, window), figures, before };
    }
    case "guarantee": {
      const [lines, earlier] = await Promise.all([
        guaranteeReport(ctx, range, zone),
        guaranteeReport(ctx, before, zone),
      ]);
      const figure = (label: string, kind: "number" | "cents", of: (line: GuaranteeLine) => number): ReportFigure => ({
        label,
        kind,
        now: sum(lines, of),
        before: sum(earlier, of),
      });
      const figures = [
        figure("Lost", "number", (line) => line.lost),
        figure("Refunded", "cents", (line) => line.refunded),
      ];
      return { ...tableOf(guaranteeColumns, lines, guaranteeLineId, window), figures, before };
    }
    case "recovered": {
      const [lines, earlier] = await Promise.all([recoveredReport(ctx, range), recoveredReport(ctx, before)]);
      const figure = (label: string, kind: "number" | "cents", of: (line: RecoveredLine) => number): ReportFigure => ({
        label,
        kind,
        now: sum(lines, of),
        before: sum(earlier, of),
      });
      const figures = [
        figure("Recovered revenue", "cents", (line) => line.revenue),
        figure("Recovered orders", "number", (line) => line.orders),
      ];
      return { ...tableOf(recoveredColumns, lines, ({ serviceId }) => serviceId, window), figures, before };
    }
    case "response": {
      const [lines, earlier] = await Promise.all([responseReport(ctx, range), responseReport(ctx, before)]);
      const figure = (label: string, of: (line: ResponseLine) => number): ReportFigure => ({
        label,
        kind: "number",
        now: sum(lines, of),
        before: sum(earlier, of),
      });
      const figures = [
        figure("First responses", (line) => line.waits.length),
        figure("Within one working day", (line) => line.waits.filter((wait) => wait <= DAY_MS).length),
      ];
      return { ...tableOf(responseColumns, lines, responseLineId, window), figures, before };
    }
  }
}

function withPrevious<Line extends { totalRevenue: number }>(
  lines: readonly Line[],
  earlier: readonly Line[],
  idOf: (line: Line) => string | null,
) {
  const revenues = new Map(earlier.map((line) => [idOf(line), line.totalRevenue]));
  return lines.map((line) => ({ ...line, previousRevenue: revenues.get(idOf(line)) ?? 0 }));
}

type Paid = { ordersCount: number; totalRevenue: number };
const totalsOf = (lines: readonly Paid[]): Paid => ({
  ordersCount: sum(lines, (line) => line.ordersCount),
  totalRevenue: sum(lines, (line) => line.totalRevenue),
});
const secondOf = ({ ordersCount1, totalRevenue1 }: ClientTotals): Paid => ({
  ordersCount: ordersCount1,
  totalRevenue: totalRevenue1,
});
/** The label says when the payments have added taxes in them (rules.md reports/revenue). */
const paidFigures = ({ settings }: Context, now: Paid, before: Paid): ReportFigure[] => [
  {
    label: settings.company.taxes?.length ? "Revenue with taxes" : "Revenue",
    kind: "cents",
    now: now.totalRevenue,
    before: before.totalRevenue,
  },
  { label: "Orders", kind: "number", now: now.ordersCount, before: before.ordersCount },
];

const clientsFigure = (label: string, { clients, clients1 }: ClientTotals): ReportFigure => ({
  label,
  kind: "number",
  now: clients,
  before: clients1,
});

type Table = Omit<Report, "figures" | "before">;

const headsOf = <Line>(columns: readonly ReportColumn<Line>[]): ReportHead[] =>
  columns.map(({ value: _, total: __, ...head }) => head);
const rowOf =
  <Line>(columns: readonly ReportColumn<Line>[], idOf: (line: Line) => string | null) =>
  (line: Line): ReportRow => ({ id: idOf(line), values: columns.map((column) => column.value(line)) });

const lastPage = (rows: number, size: number) => Math.max(0, Math.ceil(rows / size) - 1);

/** The table of a report with few rows: team members, or services with subscriptions. */
function tableOf<Line>(
  columns: readonly ReportColumn<Line>[],
  lines: readonly Line[],
  idOf: (line: Line) => string | null,
  { sort, page = 0, size }: ReportWindow,
): Table {
  const rows = lines.map(rowOf(columns, idOf));
  const keys = columns.map(({ key }) => key);
  const sorted = sortReport(rows, keys, readReportSort(sort, keys));
  const shown = size ? Math.min(page, lastPage(rows.length, size)) : 0;
  return {
    columns: headsOf(columns),
    rows: size ? sorted.slice(shown * size, (shown + 1) * size) : [...sorted],
    rowCount: rows.length,
    page: shown,
    largest: rows.slice(0, MAX_BARS),
    totals: columns.map((column) => column.total?.(lines) ?? null),
  };
}

/** The table of a report by client, of which the database reads one page. */
async function clientTable(
  ctx: Context,
  kind: ClientLinesKind,
  columns: readonly ReportColumn<WithPrevious<ComparedClientLine>>[],
  ranges: readonly [DashboardRange, DashboardRange],
  { sort, page = 0, size }: ReportWindow,
): Promise<{ table: Table; sums: ClientTotals }> {
  const keys = columns.map(({ key }) => key);
  const read = (of: number) =>
    readClientLines(ctx, kind, ranges, {
      sort: readReportSort(sort, keys),
      offset: of * (size ?? 0),
      limit: size,
      bars: MAX_BARS,
    });
  let shown = page;
  let found = await read(shown);
  if (size && shown > lastPage(found.totals.clients, size)) {
    shown = lastPage(found.totals.clients, size);
    found = await read(shown);
  }
  const { lines, bars, totals: sums } = found;
  const row = rowOf(columns, ({ clientId }) => clientId);
  const previous = (line: ComparedClientLine) => ({ ...line, previousRevenue: line.totalRevenue1 });
  // One line with all sums: a column's total is the sum over the lines.
  const all = { ...sums, previousRevenue: sums.totalRevenue1 } as WithPrevious<ComparedClientLine & ClientTotals>;
  const table = {
    columns: headsOf(columns),
    rows: lines.map((line) => row(previous(line))),
    rowCount: sums.clients,
    page: shown,
    largest: bars.map((line) => row(previous(line))),
    totals: columns.map((column) => column.total?.([all]) ?? null),
  };
  return { table, sums };
}
