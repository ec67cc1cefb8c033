import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { idParam } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";

/** Target of payment links in messages. The payment happens on the card page. */
export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "subscriptions.card");
  return redirect(paths.subscriptionCard(idParam(args.params.subscriptionId)), 303);
}

export default function Pay() {
  return null;
}
