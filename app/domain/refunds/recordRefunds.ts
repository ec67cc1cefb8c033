import { authorize } from "../access";
import type { Context } from "../context";
import type { ReversedPayment } from "../ports/payments";
import { noteRefundsOfUnmatched } from "./noteRefundsOfUnmatched";
import { orderPaidBy } from "./orderPaidBy";
import { writeRefunds } from "./writeRefunds";

/**
 * Syncs all refunds of an order's payment from the provider, wherever they were requested (rules.md
 * refunds/recorded). Events may therefore arrive late, twice or out of order. Settles the payment first if its own
 * event has not arrived. Throws PaymentsUnavailable.
 */
export async function recordRefunds(ctx: Context, payment: ReversedPayment): Promise<void> {
  authorize(ctx, "checkout.settle");
  const { account, paymentIntentId } = payment;
  const orderId = await orderPaidBy(ctx, payment);
  if (orderId && paymentIntentId)
    await writeRefunds(ctx, orderId, await ctx.payments.refundsOf(account, paymentIntentId));
  else await noteRefundsOfUnmatched(ctx, payment);
}
