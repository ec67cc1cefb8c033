import { authorize } from "../access";
import type { Context } from "../context";
import type { PayableOrder } from "./checkoutAnswers";
import { openPayment } from "./openPayment";
import { ownOrder } from "./ownOrder";

/**
 * 'Resume payment': the same order, for the amount that is stored, by the same payment where it can still be used
 * (rules.md orders/unpaid). Owner only, else NotFound 'Invalid Order'. Throws Conflict for a cancelled one,
 * PaymentsUnavailable.
 */
export async function resumeOrder(ctx: Context, orderId: string): Promise<PayableOrder> {
  authorize(ctx, "checkout.order");
  const order = await ownOrder(ctx, orderId);
  return await openPayment(ctx, order.id);
}
