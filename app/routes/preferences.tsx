import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { pageContext } from "~/http/pageContext.server";
import { keepPreferences } from "~/http/preferences.server";
import { readForm } from "~/http/readForm.server";
import { paths, safePath } from "~/paths";

export const loader = () => redirect(paths.home());

/** Stores the theme or the side menu's width and returns to the same page. */
export async function action(args: ActionFunctionArgs) {
  await pageContext(args, "preferences.choose");
  const form = await readForm(args.request);
  keepPreferences(args.context.portal, form);
  return redirect(safePath(String(form.get("returnTo") ?? "")), 303);
}
