import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { pageContext } from "~/http/pageContext.server";
import { keepPreferences } from "~/http/preferences.server";
import { readForm } from "~/http/readForm.server";
import { paths, safePath } from "~/paths";

export const loader = () => redirect(paths.home());

/** Keeps the theme or the width of the side menu, and returns to where it was chosen. */
export async function action(args: ActionFunctionArgs) {
  await pageContext(args, "preferences.choose");
  const form = await readForm(args.request);
  keepPreferences(args.context.portal, form);
  return redirect(safePath(String(form.get("returnTo") ?? "")), 303);
}
