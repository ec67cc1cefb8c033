import { SignUpInput } from "~/domain/accounts/accountInputs";
import { signIn } from "~/domain/accounts/signIn";
import { SecondFactorRequired } from "~/domain/accounts/signInChallenge";
import { USER_EXISTS } from "~/domain/accounts/signUp";
import { Conflict, Unauthenticated } from "~/domain/errors";
import { authenticator } from "~/http/authenticator.server";
import { askForCode, asksForCode } from "~/http/enterOrAskCode.server";
import { type PortalRequest, setToast } from "~/http/portalRequest.server";
import { readForm } from "~/http/readForm.server";
import { redirectSignedIn } from "~/http/redirectSignedIn.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { signUpAndEnter } from "~/http/signUpAndEnter.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";
import { keepDraft, keptDraft } from "./keptDraft.server";

const welcomeBack = (portal: PortalRequest) =>
  setToast(portal, { tone: "success", text: "Authenticated successfully" });

/** The checkout's sign-in dialog: back to the checkout, which still holds what was typed. */
export async function signInToCheckout(portal: PortalRequest): Promise<Response> {
  const answer = await authenticator(portal).authenticate("form", portal.request);
  if (answer.status === 303 && !asksForCode(answer)) await welcomeBack(portal);
  return answer;
}

/**
 * The checkout's sign-up dialog. For a known address it tries to sign in with what was typed, and when that fails leads
 * to the sign-in dialog.
 */
export async function signUpToCheckout(portal: PortalRequest, serviceId: string): Promise<Response> {
  const checkout = paths.checkout(serviceId);
  const form = await readForm(portal.request);
  return await submitForm(portal, form, SignUpInput, async (input) => {
    try {
      return await signUpAndEnter(portal, input, checkout, form.get("timeZone"));
    } catch (error) {
      if (!(error instanceof Conflict) || error.message !== USER_EXISTS) throw error;
    }
    try {
      const signedIn = await signIn(portal.ctx, input, "page");
      await welcomeBack(portal);
      return await redirectSignedIn(portal, signedIn, checkout);
    } catch (error) {
      if (error instanceof SecondFactorRequired) return askForCode(portal, error, checkout);
      if (!(error instanceof Unauthenticated)) throw error;
      await keepTypedAddress(portal, serviceId, input);
      return await redirectWithToast(portal, `${checkout}/sign-in`, USER_EXISTS, "error");
    }
  });
}

/** The sign-in dialog starts with what the sign-up dialog was told, and the rest of the checkout stays as it was. */
async function keepTypedAddress(portal: PortalRequest, serviceId: string, { firstName, lastName, email }: SignUpInput) {
  const { ctx } = portal;
  const draft = await keptDraft(portal, ctx, serviceId);
  await keepDraft(portal, ctx, serviceId, { ...draft, firstName, lastName, email });
}
