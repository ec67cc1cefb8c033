import { type Sheet, type SheetColumn, sheetOf } from "~/list/defineSheet";
import { authorize } from "../access";
import type { Context } from "../context";
import { Invalid } from "../errors";
import { agentsReport } from "../reports/agentsReport";
import { clientsReport } from "../reports/clientsReport";
import { comparisonReport } from "../reports/comparisonReport";
import { newClientsReport } from "../reports/newClientsReport";
import { ReportQuery, type ReportRanges } from "../reports/reportRange";
import { agentSheet, clientReportSheet, comparisonSheet, subscriptionReportSheet } from "../reports/reportSheets";
import { EXPORT_RANGE_MISSING, type ReportType } from "../reports/reportTypes";
import { subscriptionsReport } from "../reports/subscriptionsReport";
import type { ExportableList } from "./exportableList";

/** Rows per yielded page. */
const PAGE = 2000;

function report<Line>(
  type: ReportType,
  columns: readonly SheetColumn<Line>[],
  read: (ctx: Context, requested: ReportRanges) => Promise<Line[]>,
): ExportableList {
  const open = async (ctx: Context, query: Record<string, unknown>): Promise<Sheet> => {
    authorize(ctx, "reports.view");
    const requested = ReportQuery.safeParse(query);
    if (!requested.success) throw new Invalid(EXPORT_RANGE_MISSING);
    const lines = await read(ctx, requested.data);
    return sheetOf(`Report-${type}`, columns, { total: lines.length, pages: pagesOf(lines) });
  };
  return {
    permission: "reports.view",
    fromSearch: (ctx, search) => open(ctx, Object.fromEntries(search)),
    fromBody: (ctx, body) => open(ctx, { ...body }),
  };
}

async function* pagesOf<Line>(lines: Line[]) {
  for (let at = 0; at < lines.length; at += PAGE) yield lines.slice(at, at + PAGE);
}

/**
 * The reports as spreadsheets with all rows, ignoring the page (rules.md exports/complete). Throws Invalid for an
 * invalid range.
 */
export const exportableReports: Record<`report-${ReportType}`, ExportableList> = {
  "report-agents": report("agents", agentSheet, (ctx, { range }) => agentsReport(ctx, range)),
  "report-clients": report("clients", clientReportSheet, (ctx, { range }) => clientsReport(ctx, range)),
  "report-new-clients": report("new-clients", clientReportSheet, (ctx, { range }) => newClientsReport(ctx, range)),
  "report-clients-comparison": report("clients-comparison", comparisonSheet, comparisonReport),
  "report-subscriptions": report("subscriptions", subscriptionReportSheet, (ctx, { range }) =>
    subscriptionsReport(ctx, range),
  ),
};
