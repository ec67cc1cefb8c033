import type { CellValue } from "~/list/defineSheet";
import { authorize } from "../access";
import type { Context } from "../context";
import { type DashboardRange, rangeBefore } from "../dateRange";
import { agentsReport } from "./agentsReport";
import { type ClientLinesKind, type ClientTotals, type ComparedClientLine, readClientLines } from "./clientLines";
import {
  agentColumns,
  clientColumns,
  comparisonColumns,
  newClientColumns,
  type ReportColumn,
  type ReportHead,
  subscriptionColumns,
  type WithPrevious,
} from "./reportColumns";
import { comparedRanges, type ReportRanges, reportRange } from "./reportRange";
import type { ReportType } from "./reportTypes";
import { readReportSort, sortReport } from "./sortReport";
import { subscriptionsReport } from "./subscriptionsReport";

export interface ReportRow {
  /** The id of the agent, client or service; null for orders without an agent. */
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
export interface ReportWindow {
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
  /** The range of `before`. */
  before: DashboardRange;
}

/** Bars in a chart. The table lists the rest. */
const MOST_BARS = 10;

const sum = <Line>(lines: readonly Line[], of: (line: Line) => number) =>
  lines.reduce((all, line) => all + of(line), 0);

/** Reads a report and the figures that it is compared with (rules.md reports/previous). */
export async function readReport(
  ctx: Context,
  type: ReportType,
  requested: ReportRanges,
  window: ReportWindow = { sort: null },
): Promise<Report> {
  authorize(ctx, "reports.view");
  const range = reportRange(ctx, requested.range);
  const before = rangeBefore(range);
  switch (type) {
    case "agents": {
      const [now, earlier] = await Promise.all([agentsReport(ctx, range), agentsReport(ctx, before)]);
      const lines = withPrevious(now, earlier, ({ agentId }) => agentId);
      const table = tableOf(agentColumns, lines, ({ agentId }) => agentId, window);
      return { ...table, figures: paidFigures(totalsOf(now), totalsOf(earlier)), before };
    }
    case "clients": {
      const { table, sums } = await clientTable(ctx, "clients", clientColumns, [range, before], window);
      return { ...table, figures: [...paidFigures(sums, secondOf(sums)), clientsFigure("Clients", sums)], before };
    }
    case "new-clients": {
      const { table, sums } = await clientTable(ctx, "newClients", newClientColumns, [range, before], window);
      return { ...table, figures: [...paidFigures(sums, secondOf(sums)), clientsFigure("New clients", sums)], before };
    }
    case "clients-comparison": {
      const { range: first, second } = comparedRanges(ctx, requested);
      const { table, sums } = await clientTable(ctx, "compared", comparisonColumns, [first, second], window);
      return { ...table, figures: paidFigures(secondOf(sums), sums), before: first };
    }
    case "subscriptions": {
      const lines = await subscriptionsReport(ctx, range);
      const figures: ReportFigure[] = [
        {
          label: "Monthly revenue",
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
const paidFigures = (now: Paid, before: Paid): ReportFigure[] => [
  { label: "Revenue", kind: "cents", now: now.totalRevenue, before: before.totalRevenue },
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
    largest: rows.slice(0, MOST_BARS),
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
      bars: MOST_BARS,
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
