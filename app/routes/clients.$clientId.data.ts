import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { answerDataDownload } from "~/features/personalData/dataDownload.server";
import { idParam, orNotFound } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";

/** Only the button posts here. A GET redirects to the client. */
export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "personalData.manage");
  return redirect(paths.client(idParam(args.params.clientId)), 303);
}

/** Everything that concerns a client, as a zip for them. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "personalData.manage");
  const id = idParam(args.params.clientId);
  return await orNotFound(answerDataDownload(args.context.portal, ctx, paths.client(id), id));
}
