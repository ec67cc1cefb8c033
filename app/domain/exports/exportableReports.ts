import { UTC } from "~/format/zones";
import { type Sheet, sheetOf } from "~/list/defineSheet";
import { authorize } from "../access";
import { agencyZone, type Context } from "../context";
import { type DashboardRange, dayOf } from "../dateRange";
import { Invalid } from "../errors";
import { type ReportRow, readReport } from "../reports/readReport";
import { comparedRanges, ReportQuery, type ReportRanges, rangesIn, reportRange } from "../reports/reportRange";
import { EXPORT_RANGE_MISSING, type ReportType, reportTypes } from "../reports/reportTypes";
import type { ExportableList } from "./exportableList";

/** Rows per yielded page. */
const PAGE = 2000;
const RANGE_FIELDS = ["fromDate", "toDate", "fromDate1", "toDate1"];

/** A report as its page shows it, with all rows (rules.md reports/export). */
function report(type: ReportType): ExportableList {
  const open = async (ctx: Context, query: Record<string, unknown>, zone: string): Promise<Sheet> => {
    authorize(ctx, "reports.view");
    const requested = ReportQuery.safeParse(query);
    // Only a request without a field has the default range. An emptied picker is a missing date.
    if (!requested.success || RANGE_FIELDS.some((field) => query[field] === ""))
      throw new Invalid(EXPORT_RANGE_MISSING);
    const ranges = rangesOf(ctx, type, rangesIn(requested.data, zone), zone);
    const window = { sort: String(query.sort ?? "") };
    const { columns, rows } = await readReport(ctx, type, rangesIn(requested.data, zone), window, zone);
    const sheet = sheetOf(
      nameOf(type, ranges, zone),
      columns.map((column, index) => ({ ...column, value: (row: ReportRow) => row.values[index] ?? null })),
      { total: rows.length, pages: pagesOf(rows) },
    );
    return { ...sheet, tab: tabOf(ranges, zone), zone };
  };
  return {
    permission: "reports.view",
    fromSearch: (ctx, search, zone = agencyZone(ctx)) => open(ctx, Object.fromEntries(search), zone),
    fromBody: (ctx, body) => open(ctx, { ...body }, UTC),
  };
}

const rangesOf = (ctx: Context, type: ReportType, requested: ReportRanges, zone: string): DashboardRange[] => {
  if (type !== "clients-comparison") return [reportRange(ctx, requested.range, zone)];
  const { range, second } = comparedRanges(ctx, requested, zone);
  return [range, second];
};

/** Report-agents-2026-11-15-to-2026-11-21 */
const nameOf = (type: ReportType, ranges: readonly DashboardRange[], zone: string) =>
  [`Report-${type}`, ...ranges.map(({ from, to }) => `${dayOf(from, zone)}-to-${dayOf(to, zone)}`)].join("-");

/** 2026-11-15 to 2026-11-21, and short enough for Excel with two ranges: 261107-261113 vs 261115-261121. */
function tabOf([range, second]: readonly DashboardRange[], zone: string): string {
  const short = (ms: number) => dayOf(ms, zone).slice(2).replaceAll("-", "");
  return second
    ? [range!, second].map(({ from, to }) => `${short(from)}-${short(to)}`).join(" vs ")
    : `${dayOf(range!.from, zone)} to ${dayOf(range!.to, zone)}`;
}

async function* pagesOf(rows: readonly ReportRow[]) {
  for (let at = 0; at < rows.length; at += PAGE) yield rows.slice(at, at + PAGE);
}

export const exportableReports = Object.fromEntries(
  reportTypes.map((type) => [`report-${type}`, report(type)]),
) as Record<`report-${ReportType}`, ExportableList>;
