import { resetTwoFactor } from "~/domain/accounts/resetTwoFactor";
import type { Context } from "~/domain/context";
import { Conflict } from "~/domain/errors";
import { orNotFound } from "~/http/orNotFound.server";
import type { PortalRequest } from "~/http/portalRequest.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";

/** Removes a person's second factor and returns to the page behind the dialog. */
export async function answerTwoFactorReset(portal: PortalRequest, ctx: Context, id: string, back: string) {
  try {
    await orNotFound(resetTwoFactor(ctx, { id }));
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    return await redirectWithToast(portal, back, error.message, "error");
  }
  return await redirectWithToast(portal, back, "Two-factor sign-in removed");
}
