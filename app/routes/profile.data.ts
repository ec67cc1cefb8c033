import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { answerDataDownload } from "~/features/personalData/dataDownload.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";

/** Only the button posts here. A GET redirects to the profile. */
export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "personalData.own");
  return redirect(paths.profile(), 303);
}

/** Everything that concerns the signed-in client, as a zip. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "personalData.own");
  return await answerDataDownload(args.context.portal, ctx, paths.profile());
}
