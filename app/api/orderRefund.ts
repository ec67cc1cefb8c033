import { z } from "zod";
import { toDollars } from "~/domain/money";
import { payStates } from "~/domain/orders/orderStates";
import { REFUND_AMOUNT, RefundInput } from "~/domain/refunds/refundInput";
import { refundOrder } from "~/domain/refunds/refundOrder";
import { refundStates } from "~/domain/refunds/refundStates";
import { newId } from "~db/ids";
import { endpoint } from "./endpoint";
import { dollarsIn, isoTime } from "./wire";

/**
 * POST /order/refund (rules.md refunds/recorded) with `id, amount, reason`. Idempotent when the caller sends a
 * `refundKey`.
 */
export const refundRow = endpoint({
  method: "POST",
  path: "/order/refund",
  permission: "orders.refund",
  summary: "Refund a paid order in full or in part. Idempotent with a refundKey.",
  input: RefundInput.omit({ requestKey: true }).extend({
    amount: dollarsIn(REFUND_AMOUNT).pipe(RefundInput.shape.amount),
    refundKey: RefundInput.shape.requestKey.optional(),
  }),
  output: z.object({
    id: z.string(),
    orderId: z.number(),
    orderSystemId: z.string(),
    amount: z.number(),
    reason: z.string(),
    state: z.enum(refundStates),
    createdTime: z.string(),
    refundedDate: z.string().nullable(),
    orderRefunded: z.number(),
    payState: z.enum(payStates),
  }),
  run: async (ctx, { refundKey, ...input }) => {
    const refund = await refundOrder(ctx, { ...input, requestKey: refundKey ?? newId(ctx.now) });
    return {
      id: refund.id,
      orderId: refund.orderNumber,
      orderSystemId: refund.orderId,
      amount: toDollars(refund.amount),
      reason: refund.reason,
      state: refund.state,
      createdTime: isoTime(refund.createdAt),
      refundedDate: isoTime(refund.refundedAt),
      orderRefunded: toDollars(refund.orderRefunded),
      payState: refund.payState,
    };
  },
});
