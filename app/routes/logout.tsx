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
  // What was typed at a checkout is the leaver's: the next person at this browser starts anew.
  setPortalCookie(portal, "checkout", "", 0);
  return redirect(paths.signIn(), 303);
}
