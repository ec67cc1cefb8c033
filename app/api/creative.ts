import { z } from "zod";
import { creativeDetails } from "~/domain/creatives/creativeDetails";
import { CreativeInput } from "~/domain/creatives/creativeInput";
import { creativeList } from "~/domain/creatives/creativeList";
import { creativeStatuses } from "~/domain/creatives/creativeStates";
import { CREATIVE_DELETED } from "~/domain/creatives/creativeTexts";
import { deleteCreative } from "~/domain/creatives/deleteCreative";
import { findCreatives } from "~/domain/creatives/findCreatives";
import { saveCreative } from "~/domain/creatives/saveCreative";
import type { Creative } from "~/domain/creatives/storedCreative";
import { fileKeyOf } from "~/domain/intake/readAnswers";
import { fileAddressOrNull } from "~/domain/uploads/fileAddress";
import { listFromBody, pagedRequest } from "~/list/listFromBody";
import { bodyOf, type Endpoint, endpoint, idQuery } from "./endpoint";
import { isoTime, underSentNames } from "./wire";

const creativeShape = z.object({
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  validity: z.string(),
  docOrImageUrl: z.string().nullable(),
  url: z.string(),
  creativeStatus: z.enum(creativeStatuses),
  createdTime: z.string(),
  version: z.number(),
});

const onWire = (row: Creative) => ({
  _id: row.id,
  name: row.name,
  description: row.description,
  validity: isoTime(row.validUntil),
  docOrImageUrl: fileAddressOrNull(row.uploadKey),
  url: row.url,
  creativeStatus: row.creativeStatus,
  createdTime: isoTime(row.createdAt),
  version: row.version,
});

const sentNames = { id: "_id", uploadKey: "docOrImageUrl", validUntil: "validity" };

const sentCreative = z.looseObject({
  _id: z.string().max(64).optional(),
  name: z.string().optional(),
  description: z.string().nullish(),
  validity: z.string().nullish(),
  docOrImageUrl: z.string().nullish(),
  url: z.string().optional(),
  creativeStatus: z.string().optional(),
  version: z.number().optional(),
});

export const creativeRows: Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/creative/find",
    permission: "creatives.view",
    summary: "List creatives. Filter: creativeStatus (eq). Customers get only active ones that have not expired.",
    input: pagedRequest,
    output: z.object({ content: z.array(creativeShape), totalElements: z.number() }),
    run: async (ctx, input) => {
      const { content, totalElements } = await findCreatives(ctx, listFromBody(creativeList, input));
      return { content: content.map(onWire), totalElements };
    },
  }),
  endpoint({
    method: "GET",
    path: "/creative/detail",
    permission: "creatives.view",
    summary: "Get a creative; for an affiliate with their own referral link to its target",
    input: idQuery,
    output: creativeShape.extend({ referralUrl: z.string().optional() }),
    run: async (ctx, { id }) => {
      const { referralUrl, ...row } = await creativeDetails(ctx, id);
      return { ...onWire(row), ...(referralUrl ? { referralUrl } : {}) };
    },
  }),
  endpoint({
    method: "POST",
    path: "/creative",
    permission: "creatives.manage",
    summary: "Create a creative, or update one by its _id and version",
    input: sentCreative,
    body: bodyOf(CreativeInput.shape, sentNames),
    output: creativeShape,
    run: async (ctx, { _id, description, validity, docOrImageUrl, ...fields }) => {
      const input = underSentNames(CreativeInput, sentNames, {
        ...fields,
        id: _id,
        description: description ?? undefined,
        validUntil: validity ?? undefined,
        // Absent keeps the file; null or empty removes it.
        uploadKey: docOrImageUrl
          ? fileKeyOf(docOrImageUrl, ctx.siteUrl, "docOrImageUrl")
          : docOrImageUrl === undefined
            ? undefined
            : null,
      });
      return onWire(await saveCreative(ctx, input.value).catch(input.refused));
    },
  }),
  endpoint({
    method: "DELETE",
    path: "/creative",
    permission: "creatives.manage",
    summary: "Delete a creative",
    input: idQuery,
    output: z.object({ _id: z.string(), message: z.string() }),
    run: async (ctx, { id }) => {
      await deleteCreative(ctx, id);
      return { _id: id, message: CREATIVE_DELETED };
    },
  }),
];
