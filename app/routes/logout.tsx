import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { signOut } from "~/domain/accounts/signOut";
import { pageContext } from "~/http/pageContext.server";
import { clearSessionCookie } from "~/http/pageSession.server";
import { setPortalCookie } from "~/http/portalRequest.server";
import { paths } from "~/paths";

export const loader = () => redirect(paths.home());

export async function action(args: ActionFunctionArgs) {
  const { portal } = args.context;
  await signOut(await pageContext(args, "account.signOut"));
  clearSessionCookie(portal);
  // The checkout draft belongs to the person who leaves, not to the next one at this browser.
  setPortalCookie(portal, "checkout", "", 0);
  // Pages are never cached, but the browser keeps input of forms for the person who left.
  return redirect(paths.signIn(), { status: 303, headers: { "Clear-Site-Data": '"storage"' } });
}
