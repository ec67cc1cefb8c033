import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { readReport } from "~/domain/reports/readReport";
import { ReportQuery } from "~/domain/reports/reportRange";
import { isReportType, reportLabel } from "~/domain/reports/reportTypes";
import { ReportView } from "~/features/reports/ReportView";
import { reportContext } from "~/features/reports/reportContext.server";
import { rangesOf, shownReport, windowOf } from "~/features/reports/reportTables.server";
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
  const window = windowOf(searchParams);
  const report = await nullOnFault(readReport(ctx, type, query.data, window));
  const shown = report ? shownReport(type, report, window) : ("failed" as const);
  return withStatus({ type, ranges, report: shown }, report ? 200 : 500);
}

export default function Report() {
  const data = useLoaderData<typeof loader>();
  return data ? <ReportView key={data.type} {...data} /> : <UnknownReport />;
}
