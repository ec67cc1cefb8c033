import { z } from "zod";
import { affiliateList } from "~/domain/affiliates/affiliateList";
import { type AffiliateRow, findAffiliates } from "~/domain/affiliates/findAffiliates";
import { toDollars } from "~/domain/money";
import { listFromBody, pagedRequest } from "~/list/listFromBody";
import { type Endpoint, endpoint } from "./endpoint";
import { exportFile } from "./exportFile";
import { isoTime } from "./wire";

/** One affiliate per user, so both ids are equal. */
const rowShape = z.object({
  _id: z.string(),
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  code: z.string().nullable(),
  totalRevenue: z.number(),
  signedUpDate: z.string(),
  latestRevenue: z.number().nullable(),
  latestRevenueDate: z.string().nullable(),
});

const toApiRow = ({
  signedUpAt,
  latestRevenueAt,
  totalRevenue,
  latestRevenue,
  enabled: _,
  ...row
}: AffiliateRow): z.infer<typeof rowShape> => ({
  _id: row.userId,
  ...row,
  totalRevenue: toDollars(totalRevenue),
  signedUpDate: isoTime(signedUpAt),
  latestRevenue: latestRevenue === null ? null : toDollars(latestRevenue),
  latestRevenueDate: isoTime(latestRevenueAt),
});

export const affiliatesRows: Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/affiliates/find",
    permission: "affiliates.list",
    summary: "List affiliates",
    input: pagedRequest,
    output: z.object({ content: z.array(rowShape), totalElements: z.number() }),
    run: async (ctx, body) => {
      const { content, totalElements } = await findAffiliates(ctx, listFromBody(affiliateList, body));
      return { content: content.map(toApiRow), totalElements };
    },
  }),
  endpoint({
    method: "POST",
    path: "/affiliates/export",
    permission: "affiliates.export",
    summary: "Export all affiliates that match the filters as .xlsx, ignoring the page",
    input: pagedRequest,
    output: z.string().meta({ format: "binary" }),
    run: (ctx, body) => exportFile(ctx, "affiliates", body),
  }),
];
