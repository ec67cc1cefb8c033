import { redirect } from "@remix-run/cloudflare";
import { endWithAdmin } from "~/domain/accounts/backToAdmin";
import { clearFirstLogin } from "~/domain/accounts/clearFirstLogin";
import { KNOWN_BROWSER_SECONDS, rememberBrowser } from "~/domain/accounts/knownBrowser";
import type { SignedIn } from "~/domain/accounts/signIn";
import { paths, safePath } from "~/paths";
import { setSessionCookie } from "./pageSession.server";
import { type PortalRequest, setPortalCookie } from "./portalRequest.server";

/**
 * Sets the new session cookie and redirects to `redirectUrl`, else home. A customer's first visit home goes to
 * /welcome (rules.md accounts/redirect, accounts/first-login). Ends the browser's previous session (rules.md
 * sessions/end). A browser without any cookie first goes to a page that says so if it refuses them.
 */
export async function redirectSignedIn(
  portal: PortalRequest,
  signedIn: SignedIn,
  redirectUrl: unknown,
): Promise<Response> {
  const { ctx, session } = portal;
  if (session) await endWithAdmin(ctx, session, "signed in again");
  setSessionCookie(portal, signedIn.proof);
  setPortalCookie(portal, "browser", await rememberBrowser(ctx, signedIn.emailFolded), KNOWN_BROWSER_SECONDS);
  const target = safePath(typeof redirectUrl === "string" ? redirectUrl : null, paths.home());
  const welcome = target === paths.home() && signedIn.welcome && (await clearFirstLogin(ctx, signedIn.userId));
  const next = welcome ? paths.welcome() : target;
  return redirect(mayRefuseCookies(portal.request) ? paths.cookieCheck(next) : next, 303);
}

/** True for a browser that sent no cookie yet. Programs send no Sec-Fetch-Dest. */
const mayRefuseCookies = ({ headers }: Request) => !headers.has("Cookie") && headers.has("Sec-Fetch-Dest");
