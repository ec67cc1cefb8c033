import { z } from "zod";
import { selfReferrals } from "~/domain/attribution/attributionReasons";
import { changeCommissionStatuses } from "~/domain/commissions/changeCommissionStatuses";
import { ChangeCommissionsInput, changedMessage } from "~/domain/commissions/commissionInputs";
import { commissionList } from "~/domain/commissions/commissionList";
import { commissionKinds, commissionStatuses } from "~/domain/commissions/commissionStates";
import { type CommissionListRow, findCommissions } from "~/domain/commissions/findCommissions";
import { toDollars } from "~/domain/money";
import { listFromBody, pagedRequest } from "~/list/listFromBody";
import { type Endpoint, endpoint } from "./endpoint";
import { exportFile } from "./exportFile";
import { isoTime } from "./wire";

const rowShape = z.object({
  _id: z.string(),
  version: z.number(),
  orderId: z.number(),
  orderBySystemId: z.string(),
  refereeClientId: z.string(),
  refereeClientName: z.string().nullable(),
  referrerClientId: z.string(),
  referrerClientName: z.string(),
  orderAmount: z.number(),
  amount: z.number(),
  orderPaidDate: z.string(),
  createdTime: z.string(),
  status: z.enum(commissionStatuses),
  kind: z.enum(commissionKinds),
  selfReferral: z.enum(selfReferrals).nullable(),
  voidedTime: z.string().nullable(),
});

const toApiRow = (row: CommissionListRow): z.infer<typeof rowShape> => ({
  _id: row.id,
  version: row.version,
  orderId: row.orderNumber,
  orderBySystemId: row.orderId,
  refereeClientId: row.clientId,
  refereeClientName: row.clientName,
  referrerClientId: row.affiliateId,
  referrerClientName: row.affiliateName,
  orderAmount: toDollars(row.orderAmount),
  amount: toDollars(row.amount),
  orderPaidDate: isoTime(row.orderPaidAt),
  createdTime: isoTime(row.createdAt),
  status: row.status,
  kind: row.kind,
  selfReferral: row.selfReferral,
  voidedTime: isoTime(row.voidedAt),
});

/** The call is documented under both paths. */
const find = (path: "/commission/find" | "/commissions/find") =>
  endpoint({
    method: "POST",
    path,
    permission: "commissions.list",
    summary: "List commissions. Customers get only their own approved and paid ones.",
    input: pagedRequest,
    output: z.object({ content: z.array(rowShape), totalElements: z.number() }),
    run: async (ctx, body) => {
      const { content, totalElements } = await findCommissions(ctx, listFromBody(commissionList, body));
      return { content: content.map(toApiRow), totalElements };
    },
  });

export const commissionRows: Endpoint[] = [
  find("/commission/find"),
  find("/commissions/find"),
  endpoint({
    method: "POST",
    path: "/commissions/export",
    permission: "commissions.export",
    summary: "Export all commissions that match the filters as .xlsx, ignoring the page",
    input: pagedRequest,
    output: z.string().meta({ format: "binary" }),
    run: (ctx, body) => exportFile(ctx, "commissions", body),
  }),
  endpoint({
    method: "PUT",
    path: "/commissions",
    permission: "commissions.manage",
    summary: "Set the status of commissions. Those that cannot change are skipped and counted.",
    input: ChangeCommissionsInput,
    output: z.object({ message: z.string(), updated: z.number(), skipped: z.record(z.string(), z.number()) }),
    run: async (ctx, input) => {
      const changed = await changeCommissionStatuses(ctx, input);
      return { message: changedMessage(changed, input.newStatus), ...changed };
    },
  }),
];
