import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { backToAdmin } from "~/domain/accounts/backToAdmin";
import { pageContext } from "~/http/pageContext.server";
import { clearSessionCookie, setSessionCookie } from "~/http/pageSession.server";
import { paths } from "~/paths";

export async function loader(args: LoaderFunctionArgs) {
  await pageContext(args, "account.backToAdmin");
  return redirect(paths.home(), 303);
}

/** Returns to the admin's own session while it is valid, else to the sign-in page (rules.md accounts/impersonation). */
export async function action(args: ActionFunctionArgs) {
  const ctx = await pageContext(args, "account.backToAdmin");
  const { portal } = args.context;
  if (ctx.actor.kind !== "impersonated") return redirect(paths.home(), 303);
  const { id } = ctx.actor.user;
  const admin = await backToAdmin(ctx);
  if (!admin) {
    clearSessionCookie(portal);
    return redirect(paths.signIn(), 303);
  }
  setSessionCookie(portal, admin.proof);
  return redirect(paths.client(id), 303);
}
