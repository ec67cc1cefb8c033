import { authorize } from "../access";
import type { Context } from "../context";
import { NotFound } from "../errors";
import { ownOrder } from "../orders/ownOrder";
import { PaymentsUnavailable, RequestRefused } from "../ports/paymentFailures";
import type { CompletedOrder } from "./checkoutTypes";
import { completeOrder } from "./completeOrder";

/**
 * Runs completeOrder for pages. When the provider does not answer, the order is pending, because the buyer may have
 * paid. When the provider does not know the payment, it is unpaid. Owner only, else NotFound 'Invalid Order'.
 */
export async function checkPayment(ctx: Context, orderId: string): Promise<CompletedOrder> {
  authorize(ctx, "checkout.complete");
  try {
    return await completeOrder(ctx, orderId);
  } catch (error) {
    const isSilent = error instanceof PaymentsUnavailable;
    const isUnknown = error instanceof NotFound || error instanceof RequestRefused;
    if (!isSilent && !isUnknown) throw error;
    const { id, number, status, payState } = await ownOrder(ctx, orderId);
    const paid = payState !== "unpaid";
    return { orderId: number, orderSystemId: id, status, paid, declined: null, pending: isSilent && !paid };
  }
}
