import { z } from "zod";
import { UTC } from "~/format/zones";
import { type DashboardRange, lastDays, rangeEdge, rangeIn, rangeOf } from "../dateRange";

const ends = { fromDate: rangeEdge, toDate: rangeEdge, fromDate1: rangeEdge, toDate1: rangeEdge };

/** The ranges of a report; null for the default. Only the comparison uses `second`. */
export interface ReportRanges {
  range: DashboardRange | null;
  second: DashboardRange | null;
}

/** The ranges as the page and the API send them: days (the last one whole) or ISO moments, of any length. */
export const ReportQuery = z.object(ends).transform((query, context): ReportRanges => {
  const refuse = (field: keyof typeof ends, message: string) =>
    context.addIssue({ code: "custom", path: [field], message });
  return {
    range: rangeOf(["fromDate", query.fromDate], ["toDate", query.toDate], refuse) ?? null,
    second: rangeOf(["fromDate1", query.fromDate1], ["toDate1", query.toDate1], refuse) ?? null,
  };
});

const DAYS = 7;

/** Ranges of days, as the query reads them, as the same days of `zone`. */
export const rangesIn = ({ range, second }: ReportRanges, zone: string): ReportRanges => ({
  range: rangeIn(range, zone),
  second: rangeIn(second, zone),
});

/** Defaults to the last 7 days, including today. */
export const reportRange = ({ now }: { now: number }, requested: DashboardRange | null, zone = UTC): DashboardRange =>
  requested ?? lastDays(now, DAYS, zone);

/** The default ranges of the comparison (rules.md reports/comparison). */
export const comparedRanges = (ctx: { now: number }, { range, second }: ReportRanges, zone = UTC) => ({
  range: range ?? lastDays(ctx.now, DAYS, zone, DAYS + 1),
  second: reportRange(ctx, second, zone),
});
