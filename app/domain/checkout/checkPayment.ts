import { authorize } from "../access";
import type { Context } from "../context";
import { PaymentsUnavailable } from "../ports";
import type { CompletedOrder } from "./checkoutAnswers";
import { completeOrder } from "./completeOrder";
import { ownOrder } from "./ownOrder";

/**
 * completeOrder for pages: an order whose provider does not answer is pending instead of an error, since its buyer may
 * have paid. Owner only, else NotFound 'Invalid Order'.
 */
export async function checkPayment(ctx: Context, orderId: string): Promise<CompletedOrder> {
  authorize(ctx, "checkout.complete");
  try {
    return await completeOrder(ctx, orderId);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    const order = await ownOrder(ctx, orderId);
    const paid = order.payState !== "unpaid";
    return {
      orderId: order.number,
      orderSystemId: order.id,
      status: order.status,
      paid,
      declined: null,
      pending: !paid,
    };
  }
}
