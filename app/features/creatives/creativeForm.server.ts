import type { z } from "zod";
import { agencyZone, type Context } from "~/domain/context";
import { CreativeForm } from "~/domain/creatives/creativeInput";
import { CREATIVE_CREATED, CREATIVE_UPDATED } from "~/domain/creatives/creativeTexts";
import { saveCreative } from "~/domain/creatives/saveCreative";
import { creativeHolder } from "~/domain/creatives/storedCreative";
import { throughDay } from "~/domain/days";
import { orNotFound } from "~/http/orNotFound.server";
import type { PortalRequest } from "~/http/portalRequest.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitFormWithFiles } from "~/http/submitFormWithFiles.server";
import { paths } from "~/paths";

/** Creates a creative, or changes the one named, by its form. */
export async function answerCreativeForm(portal: PortalRequest, ctx: Context, id?: string) {
  const files = {
    kind: "creativeFile",
    fields: /^uploadKey$/,
    use: id ? { attachedTo: creativeHolder(id) } : {},
  } as const;
  const save = async (input: z.output<typeof CreativeForm>) => {
    await orNotFound(saveCreative(ctx, { ...input, validUntil: throughDay(input.validUntil, agencyZone(ctx)), id }));
    return await redirectWithToast(portal, paths.creatives(), id ? CREATIVE_UPDATED : CREATIVE_CREATED);
  };
  return await submitFormWithFiles(portal, files, CreativeForm, save, { laterDay: "validUntil" });
}
