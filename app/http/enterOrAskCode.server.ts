import { redirect } from "@remix-run/cloudflare";
import { CHALLENGE_MS, SecondFactorRequired } from "~/domain/accounts/signInChallenge";
import type { SignedIn } from "~/domain/accounts/startVerifiedSession";
import { paths, safePath } from "~/paths";
import { type PortalRequest, setPortalCookie } from "./portalRequest.server";
import { redirectSignedIn } from "./redirectSignedIn.server";

/** Into the portal, or to the page that asks for the second factor; either way `redirectUrl` is where it leads in the end. */
export async function enterOrAskCode(portal: PortalRequest, signingIn: Promise<SignedIn>, redirectUrl: unknown) {
  try {
    return await redirectSignedIn(portal, await signingIn, redirectUrl);
  } catch (error) {
    if (error instanceof SecondFactorRequired) return askForCode(portal, error, redirectUrl);
    throw error;
  }
}

/** Leads to the page that asks for the code, with the challenge in a cookie that no script reads. */
export function askForCode(portal: PortalRequest, { challenge }: SecondFactorRequired, redirectUrl: unknown) {
  setPortalCookie(portal, "challenge", challenge ?? "", CHALLENGE_MS / 1000);
  return redirect(paths.signInCode(safePath(typeof redirectUrl === "string" ? redirectUrl : null)), 303);
}

/** Whether an answer leads there: nobody is signed in yet. */
export const asksForCode = (answer: Response) =>
  answer.headers.get("Location")?.startsWith(paths.signInCode()) ?? false;
