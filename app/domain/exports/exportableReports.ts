import { type Sheet, sheetOf } from "~/list/defineSheet";
import { authorize } from "../access";
import type { Context } from "../context";
import { type DashboardRange, dayOf } from "../dateRange";
import { Invalid } from "../errors";
import { type ReportRow, readReport } from "../reports/readReport";
import { comparedRanges, ReportQuery, type ReportRanges, reportRange } from "../reports/reportRange";
import { EXPORT_RANGE_MISSING, type ReportType, reportTypes } from "../reports/reportTypes";
import type { ExportableList } from "./exportableList";

/** Rows per yielded page. */
const PAGE = 2000;
const RANGE_FIELDS = ["fromDate", "toDate", "fromDate1", "toDate1"];

/** A report as its page shows it, with all rows (rules.md reports/export). */
function report(type: ReportType): ExportableList {
  const open = async (ctx: Context, query: Record<string, unknown>): Promise<Sheet> => {
    authorize(ctx, "reports.view");
    const requested = ReportQuery.safeParse(query);
    // Only a request without a field has the default range. An emptied picker is a missing date.
    if (!requested.success || RANGE_FIELDS.some((field) => query[field] === ""))
      throw new Invalid(EXPORT_RANGE_MISSING);
    const { columns, rows } = await readReport(ctx, type, requested.data, { sort: String(query.sort ?? "") });
    const sheet = sheetOf(
      nameOf(ctx, type, requested.data),
      columns.map((column, index) => ({ ...column, value: (row: ReportRow) => row.values[index] ?? null })),
      { total: rows.length, pages: pagesOf(rows) },
    );
    return { ...sheet, tab: tabOf(ctx, type, requested.data) };
  };
  return {
    permission: "reports.view",
    fromSearch: (ctx, search) => open(ctx, Object.fromEntries(search)),
    fromBody: (ctx, body) => open(ctx, { ...body }),
  };
}

const rangesOf = (ctx: Context, type: ReportType, requested: ReportRanges): DashboardRange[] => {
  if (type !== "clients-comparison") return [reportRange(ctx, requested.range)];
  const { range, second } = comparedRanges(ctx, requested);
  return [range, second];
};

/** Report-agents-2026-11-15-to-2026-11-21 */
const nameOf = (ctx: Context, type: ReportType, requested: ReportRanges) =>
  [`Report-${type}`, ...rangesOf(ctx, type, requested).map(({ from, to }) => `${dayOf(from)}-to-${dayOf(to)}`)].join(
    "-",
  );

/** 2026-11-15 to 2026-11-21, and short enough for Excel with two ranges: 261107-261113 vs 261115-261121. */
function tabOf(ctx: Context, type: ReportType, requested: ReportRanges): string {
  const [range, second] = rangesOf(ctx, type, requested);
  const short = (ms: number) => dayOf(ms).slice(2).replaceAll("-", "");
  return second
    ? [range!, second].map(({ from, to }) => `${short(from)}-${short(to)}`).join(" vs ")
    : `${dayOf(range!.from)} to ${dayOf(range!.to)}`;
}

async function* pagesOf(rows: readonly ReportRow[]) {
  for (let at = 0; at < rows.length; at += PAGE) yield rows.slice(at, at + PAGE);
}

export const exportableReports = Object.fromEntries(
  reportTypes.map((type) => [`report-${type}`, report(type)]),
) as Record<`report-${ReportType}`, ExportableList>;
