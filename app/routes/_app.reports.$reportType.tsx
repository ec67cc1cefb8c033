import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { agencyZone } from "~/domain/context";
import { readReport } from "~/domain/reports/readReport";
import { ReportQuery, rangesIn } from "~/domain/reports/reportRange";
import { isReportType, reportLabel } from "~/domain/reports/reportTypes";
import { titleWithBrand } from "~/features/frame/pageTitle";
import { ReportView } from "~/features/reports/ReportView";
import { reportContext } from "~/features/reports/reportContext.server";
import { rangesOf, shownReport, windowOf } from "~/features/reports/reportTables.server";
import { UnknownReport } from "~/features/reports/UnknownReport";
import { nullOnFault } from "~/http/nullOnFault.server";
import { withStatus } from "~/http/withStatus.server";

export { ReportError as ErrorBoundary } from "~/features/reports/ReportError";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => [
  { title: titleWithBrand(matches, data ? `${reportLabel(data.type)} report` : "Reports") },
];

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await reportContext(args);
  const { reportType: type } = args.params;
  if (!isReportType(type)) return json(null, 404);
  const { searchParams } = new URL(args.request.url);
  const query = ReportQuery.safeParse(Object.fromEntries(searchParams));
  const ranges = rangesOf(ctx, type, searchParams, query);
  if (!query.success) return json({ type, ranges, report: "refused" as const }, 400);
  const zone = agencyZone(ctx);
  const window = windowOf(searchParams);
  const report = await nullOnFault(readReport(ctx, type, rangesIn(query.data, zone), window, zone));
  const shown = report ? shownReport(type, report, { ...window, zone }) : ("failed" as const);
  return withStatus({ type, ranges, report: shown }, report ? 200 : 500);
}

export default function Report() {
  const data = useLoaderData<typeof loader>();
  return data ? <ReportView key={data.type} {...data} /> : <UnknownReport />;
}
