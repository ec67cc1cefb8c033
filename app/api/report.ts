import { z } from "zod";
import type { Context } from "~/domain/context";
import { DomainError } from "~/domain/errors";
import { toDollars } from "~/domain/money";
import { type AgentLine, agentsReport } from "~/domain/reports/agentsReport";
import type { ClientLine, ComparedClientLine } from "~/domain/reports/clientLines";
import { clientsReport } from "~/domain/reports/clientsReport";
import { comparisonReport } from "~/domain/reports/comparisonReport";
import { newClientsReport } from "~/domain/reports/newClientsReport";
import { UNASSIGNED } from "~/domain/reports/reportColumns";
import { ReportQuery, type ReportRanges } from "~/domain/reports/reportRange";
import { REPORT_FAILED, type ReportType } from "~/domain/reports/reportTypes";
import { userStatuses } from "~/domain/roles";
import { logFault } from "~/integrations/log.server";
import { type Endpoint, endpoint } from "./endpoint";
import { exportFileBy } from "./exportFile";
import { isoTime } from "./wire";

const agentShape = z.object({
  agentName: z.string(),
  clientsCount: z.number(),
  ordersCount: z.number(),
  newRevenue: z.number(),
  totalRevenue: z.number(),
});
const clientShape = z.object({
  clientId: z.string(),
  clientName: z.string(),
  clientEmail: z.string(),
  agentName: z.string().nullable(),
  clientStatus: z.enum(userStatuses),
  ordersCount: z.number(),
  totalRevenue: z.number(),
  lastPaymentDate: z.string().nullable(),
});
const comparedShape = clientShape.extend({ ordersCount1: z.number(), totalRevenue1: z.number() });

const toApiAgentLine = ({ agentId: _, agentName, newRevenue, totalRevenue, ...line }: AgentLine) => ({
  ...line,
  agentName: agentName ?? UNASSIGNED,
  newRevenue: toDollars(newRevenue),
  totalRevenue: toDollars(totalRevenue),
});
const toApiClient = (line: ClientLine) => ({
  clientId: line.clientId,
  clientName: line.clientName,
  clientEmail: line.clientEmail,
  agentName: line.agentName,
  clientStatus: line.clientStatus,
  ordersCount: line.ordersCount,
  totalRevenue: toDollars(line.totalRevenue),
  lastPaymentDate: isoTime(line.lastPaymentDate),
});
const toApiComparedLine = (line: ComparedClientLine) => ({
  ...toApiClient(line),
  ordersCount1: line.ordersCount1,
  totalRevenue1: toDollars(line.totalRevenue1),
});

const rangeQuery = z.object({
  fromDate: z.string().optional(),
  toDate: z.string().optional(),
  fromDate1: z.string().optional(),
  toDate1: z.string().optional(),
});
const oneRange = rangeQuery.pick({ fromDate: true, toDate: true });

/** Two rows: a report and its export, with the same query. */
function reportRows<Line>(report: {
  path: string;
  type: ReportType;
  summary: string;
  query: z.ZodType<z.output<typeof rangeQuery>>;
  line: z.ZodType;
  read(ctx: Context, ranges: ReportRanges): Promise<Line[]>;
  onWire(line: Line): unknown;
}): Endpoint[] {
  const { path, type, summary, query, line, read, onWire } = report;
  return [
    endpoint({
      method: "GET",
      path,
      permission: "reports.view",
      summary,
      // The API document shows the query string; the pipe parses it.
      input: query.pipe(ReportQuery as unknown as z.ZodType<ReportRanges, z.output<typeof rangeQuery>>),
      output: z.array(line),
      run: async (ctx, ranges) => {
        try {
          return (await read(ctx, ranges)).map(onWire);
        } catch (error) {
          if (error instanceof DomainError) throw error;
          logFault(error);
          return Response.json({ message: REPORT_FAILED }, { status: 500 });
        }
      },
    }),
    endpoint({
      method: "GET",
      path: `${path}/export`,
      permission: "reports.view",
      summary: `${summary}, as .xlsx`,
      input: query,
      output: z.string().meta({ format: "binary" }),
      run: (ctx, ranges) =>
        exportFileBy(
          ctx,
          `report-${type}`,
          Object.fromEntries(Object.entries(ranges).filter(([, value]) => value !== undefined)),
        ),
    }),
  ];
}

/**
 * Reports (rules.md reports/tabs, reports/comparison, reports/columns, exports/complete). Default range: the last 7
 * days. Days are UTC.
 */
export const adminReportRows: Endpoint[] = [
  ...reportRows({
    path: "/admin/report/agents",
    type: "agents",
    summary: "Get revenue by team member",
    query: oneRange,
    line: agentShape,
    read: (ctx, { range }) => agentsReport(ctx, range),
    onWire: toApiAgentLine,
  }),
  ...reportRows({
    path: "/admin/report/clients",
    type: "clients",
    summary: "Get revenue by client",
    query: oneRange,
    line: clientShape,
    read: (ctx, { range }) => clientsReport(ctx, range),
    onWire: toApiClient,
  }),
  ...reportRows({
    path: "/admin/report/newClients",
    type: "new-clients",
    summary: "Get the clients whose first paid order is in the range",
    query: oneRange,
    line: clientShape,
    read: (ctx, { range }) => newClientsReport(ctx, range),
    onWire: toApiClient,
  }),
  ...reportRows({
    path: "/admin/report/compare",
    type: "clients-comparison",
    summary: "Get revenue by client in two ranges, by default 14 to 8 days ago and the last 7 days",
    query: rangeQuery,
    line: comparedShape,
    read: comparisonReport,
    onWire: toApiComparedLine,
  }),
];
