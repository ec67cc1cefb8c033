import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";

/** The address of the health page in mails sent before 29 November 2026. */
export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "billing.health");
  return redirect(paths.health(), 301);
}
