import { newId } from "~db/ids";
import { authorize, can } from "../access";
import type { Context } from "../context";
import { orderCancellation } from "../orders/orderCancellation";
import { leftOf } from "../refunds/refundOrder";
import { disputedSum, readRefunds } from "../refunds/writeRefunds";
import { readNextAmount } from "../subscriptions/nextAmount";

export type OrderToCancel = Awaited<ReturnType<typeof orderToCancel>>;

/**
 * The content of the cancellation dialog, with what its subscription would charge next, what can be refunded (cents)
 * and whether the actor may do so, under the key of this form. Throws NotFound.
 */
export async function orderToCancel(ctx: Context, id: string) {
  authorize(ctx, "orders.edit");
  const [{ subscription, ...order }, refunds] = await Promise.all([orderCancellation(ctx, id), readRefunds(ctx, id)]);
  return {
    ...order,
    refundable: disputedSum(refunds.rows) > 0 ? 0 : leftOf(refunds.order, refunds.rows),
    mayRefund: can(ctx.actor, "orders.refund"),
    requestKey: newId(ctx.now),
    subscription: subscription && { ...subscription, ...(await readNextAmount(ctx, subscription)) },
  };
}
