import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { reportContext } from "~/features/reports/reportContext.server";
import { paths } from "~/paths";

export { ReportError as ErrorBoundary } from "~/features/reports/ReportError";

/** Redirects to the first tab (rules.md reports/columns). */
export async function loader(args: LoaderFunctionArgs) {
  await reportContext(args);
  return redirect(paths.report("agents"), 303);
}
