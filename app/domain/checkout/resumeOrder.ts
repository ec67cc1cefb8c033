import { authorize } from "../access";
import type { Context } from "../context";
import { ownOrder } from "../orders/ownOrder";
import type { PayableOrder } from "./checkoutTypes";
import { openPayment } from "./openPayment";

/**
 * 'Resume payment': pays the same order at its stored amount, with the same payment if still usable (rules.md
 * orders/unpaid). Owner only, else NotFound 'Invalid Order'. Throws Conflict for a cancelled order, and
 * PaymentsUnavailable.
 */
export async function resumeOrder(ctx: Context, orderId: string): Promise<PayableOrder> {
  authorize(ctx, "checkout.order");
  const order = await ownOrder(ctx, orderId);
  return await openPayment(ctx, order.id);
}
