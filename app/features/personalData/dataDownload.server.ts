import { redirect } from "@remix-run/cloudflare";
import type { Context } from "~/domain/context";
import { DomainError, NotFound } from "~/domain/errors";
import { downloadPersonalData } from "~/domain/personalData/downloadPersonalData";
import { zipStream } from "~/exports/zipStream";
import type { PortalRequest } from "~/http/portalRequest.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { zipStreamResponse } from "~/http/zipResponse";
import { paths } from "~/paths";

const TOO_LARGE = "There is more data than one zip can hold.";

/** The zip, or the progress page of a large one. `back` shows a refusal. */
export async function answerDataDownload(portal: PortalRequest, ctx: Context, back: string, clientId?: string) {
  try {
    const data = await downloadPersonalData(ctx, clientId);
    if ("exportId" in data) return redirect(paths.export(data.exportId), 303);
    return zipStreamResponse(data.name, zipStream(data.files, ctx.now, TOO_LARGE));
  } catch (error) {
    if (!(error instanceof DomainError) || error instanceof NotFound) throw error;
    return await redirectWithToast(portal, back, error.message, "error");
  }
}
