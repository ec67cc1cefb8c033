import type { SignUpInput } from "~/domain/accounts/accountInputs";
import { signUpAndSignIn } from "~/domain/accounts/signUpAndSignIn";
import { logFault } from "~/integrations/log.server";
import { paths, safePath } from "~/paths";
import { type PortalRequest, setToast } from "./portalRequest.server";
import { redirectSignedIn } from "./redirectSignedIn.server";
import { redirectWithToast } from "./redirectWithToast.server";
import { arrivalOf, forgetClick } from "./referralCookies.server";
import { zoneOfVisitor } from "./zoneOfVisitor.server";

/** Creates the account and signs it in. When only the sign-in fails, redirects to the sign-in page with a message. */
export async function signUpAndEnter(
  portal: PortalRequest,
  input: SignUpInput,
  redirectUrl: unknown,
  browserZone: FormDataEntryValue | null = null,
): Promise<Response> {
  const signedIn = await signUpAndSignIn(
    portal.ctx,
    input,
    { arrival: await arrivalOf(portal), timeZone: zoneOfVisitor(portal.request, browserZone) },
    logFault,
  );
  forgetClick(portal);
  const target = safePath(typeof redirectUrl === "string" ? redirectUrl : null);
  if (!signedIn)
    return redirectWithToast(portal, paths.signIn(target), "Account created successfully. Please sign in to continue.");
  await setToast(portal, { tone: "success", text: "Account created successfully" });
  return redirectSignedIn(portal, signedIn, target);
}
