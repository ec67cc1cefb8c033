import { z } from "zod";
import { CreativeInput, creativeList, creativeRecord } from "~/domain/creatives/creative";
import { creativeDetails, deleteCreative, findCreatives, saveCreative } from "~/domain/creatives/manageCreatives";
import { listFromBody, pagedRequest } from "~/list/listFromBody";
import { type Endpoint, endpoint, idQuery } from "./endpoint";
import { recordApi } from "./recordApi";

const api = recordApi(creativeRecord.fields, ["name", "description", "validUntil", "uploadKey"]);

export const creativeRows: Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/creative/find",
    permission: "creatives.view",
    summary: "List creatives. Filter: creativeStatus (eq). Customers get only active ones that have not expired.",
    input: pagedRequest,
    output: api.page,
    run: async (ctx, input) => api.toPage(await findCreatives(ctx, listFromBody(creativeList, input))),
  }),
  endpoint({
    method: "GET",
    path: "/creative/detail",
    permission: "creatives.view",
    summary: "Get a creative; for an affiliate with their own referral link to its target",
    input: idQuery,
    output: api.row.extend({ referralUrl: z.string().optional() }),
    run: async (ctx, { id }) => {
      const { referralUrl, ...row } = await creativeDetails(ctx, id);
      return { ...api.toApi(row), ...(referralUrl ? { referralUrl } : {}) };
    },
  }),
  endpoint({
    method: "POST",
    path: "/creative",
    permission: "creatives.manage",
    summary: "Create a creative, or update one by its _id and version",
    input: api.sent.extend({ description: z.string().nullish() }),
    body: api.body(CreativeInput),
    output: api.row,
    run: (ctx, sent) => api.save(ctx, sent, CreativeInput, saveCreative),
  }),
  endpoint({
    method: "DELETE",
    path: "/creative",
    permission: "creatives.manage",
    summary: "Delete a creative",
    input: idQuery,
    output: api.deleted,
    run: (ctx, { id }) => api.remove(ctx, id, deleteCreative, creativeRecord.deleted),
  }),
];
