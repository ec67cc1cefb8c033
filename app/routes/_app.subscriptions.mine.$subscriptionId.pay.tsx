import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { idParam } from "~/http/orNotFound.server";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";

/** Where messages about a payment lead: it is made on the card's page. */
export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "subscriptions.card");
  return redirect(paths.subscriptionCard(idParam(args.params.subscriptionId)), 303);
}

export default function Pay() {
  return null;
}
