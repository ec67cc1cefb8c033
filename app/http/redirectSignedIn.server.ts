import { redirect } from "@remix-run/cloudflare";
import { endWithAdmin } from "~/domain/accounts/backToAdmin";
import { clearFirstLogin } from "~/domain/accounts/clearFirstLogin";
import { KNOWN_BROWSER_SECONDS, rememberBrowser } from "~/domain/accounts/knownBrowser";
import type { SignedIn } from "~/domain/accounts/signIn";
import { firstPageOf } from "~/domain/accounts/workingDay";
import { paths, safePath } from "~/paths";
import { setSessionCookie } from "./pageSession.server";
import { type PortalRequest, setPortalCookie } from "./portalRequest.server";

/**
 * Sets the new session cookie and redirects to `redirectUrl`, else home, or to the first page that staff chose. A
 * customer's first visit home goes to /welcome (rules.md accounts/redirect, accounts/first-login). Ends the browser's
 * previous session (rules.md sessions/end). A browser without any cookie first goes to a page that says so if it
 * refuses them.
 */
export async function redirectSignedIn(
  portal: PortalRequest,
  signedIn: SignedIn,
  redirectUrl: unknown,
): Promise<Response> {
  const { ctx, session } = portal;
  if (session) await endWithAdmin(ctx, session, "signed in again");
  await setSignedInCookies(portal, signedIn);
  const target = safePath(typeof redirectUrl === "string" ? redirectUrl : null, paths.home());
  const welcome = target === paths.home() && signedIn.welcome && (await clearFirstLogin(ctx, signedIn.userId));
  const isHome = target === paths.home() && !welcome;
  const begin = isHome && (await firstPageOf(ctx, signedIn.userId)) === "work" ? paths.work() : target;
  const next = welcome ? paths.welcome() : begin;
  return redirect(mayRefuseCookies(portal.request) ? paths.cookieCheck(next) : next, 303);
}

export async function setSignedInCookies(portal: PortalRequest, { proof, emailFolded }: SignedIn): Promise<void> {
  setSessionCookie(portal, proof);
  setPortalCookie(portal, "browser", await rememberBrowser(portal.ctx, emailFolded), KNOWN_BROWSER_SECONDS);
}

/** True for a browser that sent no cookie yet. Programs send no Sec-Fetch-Dest. */
const mayRefuseCookies = ({ headers }: Request) => !headers.has("Cookie") && headers.has("Sec-Fetch-Dest");
