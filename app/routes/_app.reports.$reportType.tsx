import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { type ShouldRevalidateFunctionArgs, useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import type { Context } from "~/domain/context";
import { agentsReport } from "~/domain/reports/agentsReport";
import { clientsReport } from "~/domain/reports/clientsReport";
import { comparisonReport } from "~/domain/reports/comparisonReport";
import { newClientsReport } from "~/domain/reports/newClientsReport";
import { ReportQuery, type ReportRanges } from "~/domain/reports/reportRange";
import { isReportType, type ReportType, reportLabel } from "~/domain/reports/reportTypes";
import { subscriptionsReport } from "~/domain/reports/subscriptionsReport";
import { ReportView } from "~/features/reports/ReportView";
import { reportContext } from "~/features/reports/reportContext.server";
import {
  agentsShown,
  clientsShown,
  comparisonShown,
  rangesOf,
  type ShownReport,
  subscriptionsShown,
} from "~/features/reports/reportTables.server";
import { UnknownReport } from "~/features/reports/UnknownReport";
import { nullOnFault } from "~/http/nullOnFault.server";
import { withStatus } from "~/http/withStatus.server";

export { ReportError as ErrorBoundary } from "~/features/reports/ReportError";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `${reportLabel(data.type)} report` : "Reports"} | ${brand.name}` },
];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await reportContext(args);
  const { reportType: type } = args.params;
  if (!isReportType(type)) return json(null, 404);
  const { searchParams } = new URL(args.request.url);
  const query = ReportQuery.safeParse(Object.fromEntries(searchParams));
  const ranges = rangesOf(ctx, type, searchParams, query);
  if (!query.success) return json({ type, ranges, report: "refused" as const }, 400);
  const report = await nullOnFault(readReport(ctx, type, query.data));
  return withStatus({ type, ranges, report: report ?? ("failed" as const) }, report ? 200 : 500);
}

async function readReport(ctx: Context, type: ReportType, ranges: ReportRanges): Promise<ShownReport> {
  switch (type) {
    case "agents":
      return agentsShown(await agentsReport(ctx, ranges.range));
    case "clients":
      return clientsShown(await clientsReport(ctx, ranges.range));
    case "new-clients":
      return clientsShown(await newClientsReport(ctx, ranges.range));
    case "clients-comparison":
      return comparisonShown(await comparisonReport(ctx, ranges));
    case "subscriptions":
      return subscriptionsShown(await subscriptionsReport(ctx, ranges.range));
  }
}

/** The browser has all rows, so paging needs no request. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const readingOf = ({ pathname, searchParams }: URL) => {
    const search = new URLSearchParams(searchParams);
    for (const own of ["page", "size"]) search.delete(own);
    return `${pathname}?${search}`;
  };
  return currentUrl.search !== nextUrl.search && readingOf(currentUrl) === readingOf(nextUrl)
    ? false
    : defaultShouldRevalidate;
}

export default function Report() {
  const data = useLoaderData<typeof loader>();
  return data ? <ReportView key={data.type} {...data} /> : <UnknownReport />;
}
