import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { isReportType } from "~/domain/reports/reportTypes";
import { answerExport } from "~/features/exports/exportPage.server";
import { reportContext } from "~/features/reports/reportContext.server";
import { paths } from "~/paths";

const missing = () => new Response(null, { status: 404 });

/** Only the button posts here. A GET redirects to the report. */
export async function loader(args: LoaderFunctionArgs) {
  await reportContext(args);
  const { reportType } = args.params;
  if (!isReportType(reportType)) throw missing();
  return redirect(paths.report(reportType), 303);
}

/** Exports the whole report for the range in the URL. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await reportContext(args);
  const { reportType } = args.params;
  if (!isReportType(reportType)) throw missing();
  return await answerExport(args.context.portal, ctx, `report-${reportType}`);
}
