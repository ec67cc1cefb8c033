import { z } from "zod";
import { deleteService } from "~/domain/catalogue/deleteService";
import { duplicateService } from "~/domain/catalogue/duplicateService";
import { findServices } from "~/domain/catalogue/findServices";
import { saveService } from "~/domain/catalogue/saveService";
import { saveServiceImage } from "~/domain/catalogue/saveServiceImage";
import { serviceForEdit } from "~/domain/catalogue/serviceForEdit";
import { newService, ServiceInput } from "~/domain/catalogue/serviceInput";
import { serviceList } from "~/domain/catalogue/serviceList";
import { serviceOptionsByName } from "~/domain/catalogue/serviceOptionsByName";
import { SERVICE_DELETED } from "~/domain/catalogue/serviceTexts";
import type { Context } from "~/domain/context";
import { type DomainError, Invalid } from "~/domain/errors";
import { fileKeyOf } from "~/domain/intake/readAnswers";
import { readMultipart } from "~/files/readMultipart";
import { storeUpload } from "~/files/storeUpload";
import { listFromBody, pagedRequest } from "~/list/listFromBody";
import { bodyOf, type Endpoint, endpoint, fileForm, idQuery } from "./endpoint";
import { serviceShape, toApiService } from "./toApiService";

const { paymentTypes, orderDuration, frequency } = newService;
const defaults = { paymentTypes, orderDuration, frequency };

/** Maps the request to the domain's field names. File addresses are resolved later. */
const sentService = z
  .looseObject({
    _id: z.string().max(64).optional(),
    visibility: z.boolean().optional(),
    imageUrl: z.string().nullish(),
    templateUrl: z.string().nullish(),
    subStatuses: z.array(z.looseObject({ sequence: z.number().optional() })).optional(),
  })
  .transform(({ _id, visibility, imageUrl, templateUrl, subStatuses, ...fields }) => ({
    // Fields that a new service is sent without; a null is an answer (rules.md catalogue/defaults).
    ...(_id === undefined ? defaults : {}),
    ...fields,
    id: _id,
    visible: visibility,
    imageKey: imageUrl,
    templateKey: templateUrl,
    // Without a sequence, the order of the array counts.
    subStatuses: subStatuses?.toSorted((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0)),
  }))
  // The cast only satisfies the types: ServiceInput validates the unknown input here.
  .pipe(ServiceInput as unknown as z.ZodType<ServiceInput, never>);

const { subStatuses } = ServiceInput.shape;
const serviceBody = bodyOf(
  {
    ...ServiceInput.shape,
    paymentTypes: ServiceInput.shape.paymentTypes.optional(),
    subStatuses: z.array(subStatuses.unwrap().element.extend({ sequence: z.number().optional() })).optional(),
  },
  { id: "_id", visible: "visibility", imageKey: "imageUrl", templateKey: "templateUrl" },
);

/** Converts a file address to its key. Absent keeps the file; empty removes it. */
const keyOf = (ctx: Context, address: string | null | undefined, field: string) =>
  address ? fileKeyOf(address, ctx.siteUrl, field) : address === undefined ? undefined : null;

/** Moves errors about a file key to the address field that the caller sent. */
function underSentNames(error: DomainError): never {
  const { imageKey, templateKey, ...others } = error.fieldErrors ?? {};
  if (!imageKey && !templateKey) throw error;
  throw new Invalid(error.message, {
    ...others,
    ...(imageKey ? { imageUrl: imageKey } : {}),
    ...(templateKey ? { templateUrl: templateKey } : {}),
  });
}

const options = z.array(z.object({ _id: z.string(), name: z.string() }));
const toApiOptions = (options: { id: string; name: string }[]) => options.map(({ id, name }) => ({ _id: id, name }));

export const serviceManagementRows: Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/service/find",
    permission: "services.manage",
    summary: "List services, hidden ones included. Filters: serviceType (eq), name (like).",
    input: pagedRequest,
    output: z.object({ content: z.array(serviceShape), totalElements: z.number() }),
    run: async (ctx, input) => {
      const { content, totalElements } = await findServices(ctx, listFromBody(serviceList, input));
      return { content: content.map(toApiService), totalElements };
    },
  }),
  endpoint({
    method: "POST",
    path: "/service/serviceDetail",
    permission: "services.manage",
    summary: "Create a service, or update one by its _id. Sub statuses are ordered by sequence.",
    input: sentService,
    body: serviceBody,
    output: serviceShape,
    run: async (ctx, { imageKey, templateKey, ...input }) =>
      toApiService(
        await saveService(ctx, {
          ...input,
          imageKey: keyOf(ctx, imageKey, "imageUrl"),
          templateKey: keyOf(ctx, templateKey, "templateUrl"),
        }).catch(underSentNames),
      ),
  }),
  endpoint({
    method: "DELETE",
    path: "/service/serviceDetail",
    permission: "services.manage",
    summary: "Delete a service. A service with orders is archived instead.",
    input: idQuery,
    output: z.object({ message: z.string() }),
    run: async (ctx, { id }) => {
      await deleteService(ctx, id);
      return { message: SERVICE_DELETED };
    },
  }),
  endpoint({
    method: "GET",
    path: "/service/clone",
    changes: true,
    permission: "services.manage",
    summary: "Duplicate a service with packages, intake form, customer interface and files, but without orders",
    input: idQuery,
    output: serviceShape,
    run: async (ctx, { id }) => toApiService(await duplicateService(ctx, id)),
  }),
  endpoint({
    method: "POST",
    path: "/service/upload/image",
    permission: "services.manage",
    summary: "Set the image of a service: form fields file and serviceId",
    form: fileForm.extend({ serviceId: z.string() }),
    output: z.object({ url: z.string() }),
    run: async (ctx, _input, { request }) => {
      const form = await readMultipart(request);
      const [file, serviceId] = [form.get("file"), form.get("serviceId")];
      if (typeof serviceId !== "string" || serviceId === "") throw new Invalid("serviceId is required", "serviceId");
      if (!file || typeof file === "string") throw new Invalid("A file is required", "file");
      const { id } = await serviceForEdit(ctx, serviceId);
      const { key } = await storeUpload(ctx, "serviceImage", file);
      return { url: await saveServiceImage(ctx, { id, imageKey: key }) };
    },
  }),
  endpoint({
    method: "GET",
    path: "/service/dropDown",
    permission: "services.manage",
    summary: "List all services for selection, by name",
    output: options,
    run: async (ctx) => toApiOptions(await serviceOptionsByName(ctx)),
  }),
  endpoint({
    method: "GET",
    path: "/service/dropDown/{id}",
    permission: "services.manage",
    summary: "List services whose name contains the text",
    input: z.object({ id: z.string().max(200) }),
    output: options,
    run: async (ctx, { id }) => toApiOptions(await serviceOptionsByName(ctx, { text: id })),
  }),
];
