import type { CellValue } from "~/list/defineSheet";
import { authorize } from "../access";
import type { Context } from "../context";
import { type DashboardRange, rangeBefore } from "../dateRange";
import { agentsReport } from "./agentsReport";
import { clientsReport } from "./clientsReport";
import { comparisonReport } from "./comparisonReport";
import { newClientsReport } from "./newClientsReport";
import {
  agentColumns,
  clientColumns,
  comparisonColumns,
  newClientColumns,
  type ReportColumn,
  type ReportHead,
  subscriptionColumns,
} from "./reportColumns";
import { comparedRanges, type ReportRanges, reportRange } from "./reportRange";
import type { ReportType } from "./reportTypes";
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

/** A report as its page shows it and its file holds it. */
export interface Report {
  columns: ReportHead[];
  /** Largest first. */
  rows: ReportRow[];
  totals: CellValue[];
  figures: ReportFigure[];
  /** The range of `before`. */
  before: DashboardRange;
}

const sum = <Line>(lines: readonly Line[], of: (line: Line) => number) =>
  lines.reduce((all, line) => all + of(line), 0);

/** Reads a report and the figures that it is compared with (rules.md reports/previous). */
export async function readReport(ctx: Context, type: ReportType, requested: ReportRanges): Promise<Report> {
  authorize(ctx, "reports.view");
  const range = reportRange(ctx, requested.range);
  const before = rangeBefore(range);
  switch (type) {
    case "agents": {
      const [now, earlier] = await Promise.all([agentsReport(ctx, range), agentsReport(ctx, before)]);
      const lines = withPrevious(now, earlier, ({ agentId }) => agentId);
      return { ...tableOf(agentColumns, lines, ({ agentId }) => agentId), figures: paidFigures(now, earlier), before };
    }
    case "clients": {
      const [now, earlier] = await Promise.all([clientsReport(ctx, range), clientsReport(ctx, before)]);
      const lines = withPrevious(now, earlier, clientOf);
      const figures = [...paidFigures(now, earlier), clientsFigure("Clients", now, earlier)];
      return { ...tableOf(clientColumns, lines, clientOf), figures, before };
    }
    case "new-clients": {
      const [now, earlier] = await Promise.all([newClientsReport(ctx, range), newClientsReport(ctx, before)]);
      const figures = [...paidFigures(now, earlier), clientsFigure("New clients", now, earlier)];
      return { ...tableOf(newClientColumns, now, clientOf), figures, before };
    }
    case "clients-comparison": {
      const { range: first } = comparedRanges(ctx, requested);
      const lines = await comparisonReport(ctx, requested);
      const second = lines.map((line) => ({ ordersCount: line.ordersCount1, totalRevenue: line.totalRevenue1 }));
      return { ...tableOf(comparisonColumns, lines, clientOf), figures: paidFigures(second, lines), before: first };
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
      return { ...tableOf(subscriptionColumns, lines, ({ serviceId }) => serviceId), figures, before };
    }
  }
}

const clientOf = ({ clientId }: { clientId: string }) => clientId;

function withPrevious<Line extends { totalRevenue: number }>(
  lines: readonly Line[],
  earlier: readonly Line[],
  idOf: (line: Line) => string | null,
) {
  const revenues = new Map(earlier.map((line) => [idOf(line), line.totalRevenue]));
  return lines.map((line) => ({ ...line, previousRevenue: revenues.get(idOf(line)) ?? 0 }));
}

type Paid = { ordersCount: number; totalRevenue: number };
const paidFigures = (now: readonly Paid[], before: readonly Paid[]): ReportFigure[] => [
  {
    label: "Revenue",
    kind: "cents",
    now: sum(now, (line) => line.totalRevenue),
    before: sum(before, (line) => line.totalRevenue),
  },
  {
    label: "Orders",
    kind: "number",
    now: sum(now, (line) => line.ordersCount),
    before: sum(before, (line) => line.ordersCount),
  },
];

const clientsFigure = (label: string, now: readonly unknown[], before: readonly unknown[]): ReportFigure => ({
  label,
  kind: "number",
  now: now.length,
  before: before.length,
});

function tableOf<Line>(
  columns: readonly ReportColumn<Line>[],
  lines: readonly Line[],
  idOf: (line: Line) => string | null,
): Pick<Report, "columns" | "rows" | "totals"> {
  return {
    columns: columns.map(({ value: _, total: __, ...head }) => head),
    rows: lines.map((line) => ({ id: idOf(line), values: columns.map((column) => column.value(line)) })),
    totals: columns.map((column) => column.total?.(lines) ?? null),
  };
}
