import { authorize } from "../access";
import type { Context } from "../context";
import { type ComparedClientLine, clientLines } from "./clientLines";
import { comparedRanges, type ReportRanges } from "./reportRange";

/** Revenue by client in two ranges, side by side (GET /admin/report/compare; rules.md reports/comparison). */
export async function comparisonReport(ctx: Context, requested: ReportRanges): Promise<ComparedClientLine[]> {
  authorize(ctx, "reports.view");
  const { range, second } = comparedRanges(ctx, requested);
  return await clientLines(ctx, "compared", [range, second]);
}
