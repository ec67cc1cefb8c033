import { authorize } from "../access";
import type { Context } from "../context";
import { orderCancellation } from "../orders/orderCancellation";
import { readNextAmount } from "../subscriptions/nextAmount";

export type OrderToCancel = Awaited<ReturnType<typeof orderToCancel>>;

/** The content of the cancellation dialog, with what its subscription would charge next. Throws NotFound. */
export async function orderToCancel(ctx: Context, id: string) {
  authorize(ctx, "orders.edit");
  const { subscription, ...order } = await orderCancellation(ctx, id);
  return { ...order, subscription: subscription && { ...subscription, ...(await readNextAmount(ctx, subscription)) } };
}
