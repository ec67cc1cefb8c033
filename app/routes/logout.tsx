import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { signOut } from "~/domain/accounts/signOut";
import { pageContext } from "~/http/pageContext.server";
import { clearSessionCookie } from "~/http/pageSession.server";
import { paths } from "~/paths";

export const loader = () => redirect(paths.home());

export async function action(args: ActionFunctionArgs) {
  await signOut(await pageContext(args, "account.signOut"));
  clearSessionCookie(args.context.portal);
  return redirect(paths.signIn(), 303);
}
