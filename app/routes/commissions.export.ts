import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { answerExport } from "~/http/exportPage.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";

/** The address is that of a button: opened by hand, it leads to the list. */
export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "commissions.export");
  return redirect(paths.commissions(), 303);
}

/** Everything that the list's address matches, as a file. */
export async function action(args: ActionFunctionArgs) {
  return await answerExport(args.context.portal, await pageContext(args, "commissions.export"), "commissions");
}
