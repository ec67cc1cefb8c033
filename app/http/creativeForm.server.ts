import type { Context } from "~/domain/context";
import { CreativeForm } from "~/domain/creatives/creativeInput";
import { CREATIVE_CREATED, CREATIVE_UPDATED } from "~/domain/creatives/creativeTexts";
import { saveCreative } from "~/domain/creatives/saveCreative";
import { creativeHolder } from "~/domain/creatives/storedCreative";
import { paths } from "~/paths";
import { orNotFound } from "./orNotFound.server";
import type { PortalRequest } from "./portalRequest.server";
import { redirectWithToast } from "./redirectWithToast.server";
import { submitFormWithFiles } from "./submitFormWithFiles.server";

/** Creates a creative, or changes the one named, by its form. */
export async function answerCreativeForm(portal: PortalRequest, ctx: Context, id?: string) {
  const files = {
    kind: "creativeFile",
    fields: /^uploadKey$/,
    use: id ? { attachedTo: creativeHolder(id) } : {},
  } as const;
  return await submitFormWithFiles(portal, files, CreativeForm, async (input) => {
    await orNotFound(saveCreative(ctx, { ...input, id }));
    return await redirectWithToast(portal, paths.creatives(), id ? CREATIVE_UPDATED : CREATIVE_CREATED);
  });
}
