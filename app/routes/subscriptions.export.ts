import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { answerExport } from "~/features/exports/exportPage.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";

/** Only the button posts here. A GET redirects to the list. */
export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "subscriptions.export");
  return redirect(paths.subscriptions(), 303);
}

/** Exports every row that matches the list's URL. */
export async function action(args: ActionFunctionArgs) {
  return await answerExport(args.context.portal, await pageContext(args, "subscriptions.export"), "subscriptions");
}
