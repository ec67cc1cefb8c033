import { redirect } from "@remix-run/cloudflare";
import { CHALLENGE_MS, SecondFactorRequired } from "~/domain/accounts/signInChallenge";
import type { SignedIn } from "~/domain/accounts/startVerifiedSession";
import { paths, safePath } from "~/paths";
import { type PortalRequest, setPortalCookie } from "./portalRequest.server";
import { redirectSignedIn } from "./redirectSignedIn.server";

/** Starts a session, or asks for the second factor first. Either way `redirectUrl` is the final destination. */
export async function enterOrAskCode(portal: PortalRequest, signingIn: Promise<SignedIn>, redirectUrl: unknown) {
  try {
    return await redirectSignedIn(portal, await signingIn, redirectUrl);
  } catch (error) {
    if (error instanceof SecondFactorRequired) return askForCode(portal, error, redirectUrl);
    throw error;
  }
}

/** Redirects to the code page, with the challenge in an HttpOnly cookie. */
export function askForCode(portal: PortalRequest, { challenge }: SecondFactorRequired, redirectUrl: unknown) {
  setPortalCookie(portal, "challenge", challenge ?? "", CHALLENGE_MS / 1000);
  return redirect(paths.signInCode(safePath(typeof redirectUrl === "string" ? redirectUrl : null)), 303);
}

/** True when a response leads to the code page, so nobody is signed in yet. */
export const asksForCode = (answer: Response) =>
  answer.headers.get("Location")?.startsWith(paths.signInCode()) ?? false;
