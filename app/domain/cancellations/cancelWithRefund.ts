import { z } from "zod";
import { authorize } from "../access";
import type { Context } from "../context";
import { Invalid } from "../errors";
import { orderCancellation } from "../orders/orderCancellation";
import { CancelOrderInput } from "../orders/orderInputs";
import { RefundInput } from "../refunds/refundInput";
import { refundOrder } from "../refunds/refundOrder";
import { assertCancellable, cancelOrder } from "./cancelOrder";

/** The cancellation dialog. `refundAmount`: the cents that its tick names. */
export const CancelOrderForm = CancelOrderInput.omit({ id: true }).extend({
  refund: z.boolean().default(false),
  refundAmount: RefundInput.shape.amount.optional(),
  requestKey: RefundInput.shape.requestKey.optional(),
});
type CancelWithRefundInput = z.output<typeof CancelOrderForm> & { id: string };

/**
 * Cancels an order and, with `refund`, gives its payment back first: a refund that is refused cancels nothing. Repeated
 * with the same `requestKey` it refunds once. Throws as cancelOrder and refundOrder do.
 */
export async function cancelWithRefund(ctx: Context, input: CancelWithRefundInput): Promise<void> {
  authorize(ctx, "orders.edit");
  const { refund, refundAmount: amount, requestKey, ...cancellation } = input;
  if (!refund) return await cancelOrder(ctx, cancellation);
  authorize(ctx, "orders.refund");
  const { id, reason, version } = cancellation;
  if (amount === undefined || requestKey === undefined) throw new Invalid("Please reload the page and try again");
  await assertCancellable(ctx, await orderCancellation(ctx, id));
  await refundOrder(ctx, { id, version, amount, reason, requestKey });
  // The refund has raised the version that the form showed.
  await cancelOrder(ctx, { ...cancellation, version: undefined, askRefund: false });
}
