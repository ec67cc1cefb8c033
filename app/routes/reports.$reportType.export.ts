import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { isReportType } from "~/domain/reports/reportTypes";
import { answerExport } from "~/http/exportPage.server";
import { reportContext } from "~/http/reportContext.server";
import { paths } from "~/paths";

const missing = () => new Response(null, { status: 404 });

/** The address is that of a button: opened by hand, it leads to the report. */
export async function loader(args: LoaderFunctionArgs) {
  await reportContext(args);
  const { reportType } = args.params;
  if (!isReportType(reportType)) throw missing();
  return redirect(paths.report(reportType), 303);
}

/** The whole report of the address's range as a file. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await reportContext(args);
  const { reportType } = args.params;
  if (!isReportType(reportType)) throw missing();
  return await answerExport(args.context.portal, ctx, `report-${reportType}`);
}
