import type { Context } from "~/domain/context";
import { SavedReplyInput } from "~/domain/messages/savedReplyInput";
import { saveSavedReply } from "~/domain/messages/saveSavedReply";
import { orNotFound } from "~/http/orNotFound.server";
import type { PortalRequest } from "~/http/portalRequest.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitForm } from "~/http/submitForm.server";
import { paths } from "~/paths";

/** Saves a new reply, or the one with the id, and leads back to the list. */
export const answerSavedReply = (portal: PortalRequest, request: Request, ctx: Context, id?: string) =>
  orNotFound(
    submitForm(portal, request, SavedReplyInput, async (input) => {
      await saveSavedReply(ctx, { id, ...input });
      return await redirectWithToast(portal, paths.savedReplies(), "Saved reply saved");
    }),
  );
