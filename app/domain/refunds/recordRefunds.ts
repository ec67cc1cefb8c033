import { authorize } from "../access";
import type { Context } from "../context";
import type { ReversedPayment } from "../ports";
import { noteRefundsOfUnmatched } from "../recovery/noteRefundsOfUnmatched";
import { orderPaidBy } from "./orderPaidBy";
import { writeRefunds } from "./writeRefunds";

/**
 * Keeps what was given back of an order's payment, wherever it was asked for (decision O4): the provider is asked for all
 * refunds of the payment, so news may come late, twice or in any order. One that is heard of before its payment settles
 * the payment first. Throws PaymentsUnavailable.
 */
export async function recordRefunds(ctx: Context, payment: ReversedPayment): Promise<void> {
  authorize(ctx, "checkout.settle");
  const { account, paymentIntentId } = payment;
  const orderId = await orderPaidBy(ctx, payment);
  if (orderId && paymentIntentId)
    await writeRefunds(ctx, orderId, await ctx.payments.refundsOf(account, paymentIntentId));
  else await noteRefundsOfUnmatched(ctx, payment);
}
