import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { pageContext } from "~/http/pageContext.server";

/** The page without a dialog. */
export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "subscriptions.own");
  return null;
}

export default function NoDialog() {
  return null;
}
