import type { z } from "zod";
import { saveService } from "~/domain/catalogue/saveService";
import { saveServiceImage } from "~/domain/catalogue/saveServiceImage";
import { ServiceFormInput, ServiceImageInput } from "~/domain/catalogue/serviceInput";
import { IMAGE_UPDATED, SERVICE_CREATED, SERVICE_UPDATED } from "~/domain/catalogue/serviceTexts";
import type { Context } from "~/domain/context";
import { orNotFound } from "~/http/orNotFound.server";
import type { PortalRequest } from "~/http/portalRequest.server";
import { redirectWithToast } from "~/http/redirectWithToast.server";
import { submitFormWithFiles } from "~/http/submitFormWithFiles.server";
import { paths } from "~/paths";

const holderOf = (id: string) => ({ attachedTo: `service:${id}` });

/** Creates a service, or changes the one named, by the form of its Service tab. */
export async function answerServiceForm(portal: PortalRequest, ctx: Context, id?: string) {
  const files = { kind: "serviceTemplate", fields: "templateKey", use: id ? holderOf(id) : {} } as const;
  return await submitFormWithFiles(portal, files, ServiceFormInput, async (input) => {
    // A form always says which template there is: none named is none wanted.
    const saved = await orNotFound(saveService(ctx, { ...input, id, templateKey: input.templateKey ?? null }));
    return await redirectWithToast(portal, paths.serviceEdit(saved.id), id ? SERVICE_UPDATED : SERVICE_CREATED);
  });
}

const ImagePost: z.ZodType<Omit<ServiceImageInput, "id">> = ServiceImageInput.omit({ id: true });

/** Saves the image that its own form of the Service tab posted. */
export async function answerServiceImage(portal: PortalRequest, ctx: Context, id: string) {
  const files = { kind: "serviceImage", fields: "imageKey", use: holderOf(id) } as const;
  return await submitFormWithFiles(portal, files, ImagePost, async (input) => {
    await orNotFound(saveServiceImage(ctx, { ...input, id }));
    return await redirectWithToast(portal, paths.serviceEdit(id), IMAGE_UPDATED);
  });
}
