import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { pageContext } from "~/http/pageContext.server";
import { paths } from "~/paths";

/** The address until 28 November 2026, which mails hold. */
export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "deadLetters.manage");
  return redirect(paths.givenUpMessages(), 301);
}
