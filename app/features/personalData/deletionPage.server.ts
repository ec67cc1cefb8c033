import { z } from "zod";
import type { Context } from "~/domain/context";
import { OwnDeletionInput } from "~/domain/personalData/deletionInput";
import { requestClientDeletion, requestOwnDeletion } from "~/domain/personalData/requestDeletion";
import { undoClientDeletion, undoOwnDeletion } from "~/domain/personalData/undoDeletion";
import { intentOf } from "~/http/intentOf";
import { orNotFound } from "~/http/orNotFound.server";
import type { PortalRequest } from "~/http/portalRequest.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";

const UNDONE = "The deletion was undone";
const requested = (whose: string) => `${whose} account will be deleted in 14 days`;

const intents = (portal: PortalRequest) => {
  const intent = intentOf(portal.request, ["request", "undo"]);
  if (intent === null) throw new Response(null, { status: 400 });
  return intent;
};

/** Requests or undoes the deletion of the own account. */
export async function answerOwnDeletion(portal: PortalRequest, ctx: Context): Promise<Response> {
  if (intents(portal) === "undo")
    return await submitForm(portal, portal.request, z.object({}), async () => {
      await undoOwnDeletion(ctx);
      return await redirectWithToast(portal, paths.profile(), UNDONE);
    });
  return await submitForm(portal, portal.request, OwnDeletionInput, async (input) => {
    await requestOwnDeletion(ctx, input);
    return await redirectWithToast(portal, paths.profile(), requested("Your"));
  });
}

/** The same for a client, by staff. */
export async function answerClientDeletion(portal: PortalRequest, ctx: Context, clientId: string): Promise<Response> {
  const undo = intents(portal) === "undo";
  return await submitForm(portal, portal.request, z.object({}), async () => {
    if (undo) await orNotFound(undoClientDeletion(ctx, clientId));
    else await orNotFound(requestClientDeletion(ctx, clientId));
    return await redirectWithToast(portal, paths.client(clientId), undo ? UNDONE : requested("The"));
  });
}
