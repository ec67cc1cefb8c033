import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { pageContext } from "~/http/pageContext.server";

/** The list without a dialog. */
export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "creatives.view");
  return null;
}

export default function NoDialog() {
  return null;
}
