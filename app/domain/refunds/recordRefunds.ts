import { and, eq, ne } from "drizzle-orm";
import { orders } from "~db/schema";
import { authorize } from "../access";
import { settleOrder } from "../checkout/settleOrder";
import type { Context } from "../context";
import type { RefundedPayment } from "../ports";
import { writeRefunds } from "./writeRefunds";

/**
 * Keeps what was given back of an order's payment, wherever it was asked for (decision O4): the provider is asked for all
 * refunds of the payment, so news may come late, twice or in any order. One that is heard of before its payment settles
 * the payment first. Throws PaymentsUnavailable.
 */
export async function recordRefunds(ctx: Context, { account, paymentIntentId }: RefundedPayment): Promise<void> {
  authorize(ctx, "checkout.settle");
  if (!paymentIntentId) return;
  const paidBy = () =>
    ctx.db
      .select({ id: orders.id })
      .from(orders)
      .where(
        and(eq(orders.account, account), eq(orders.paymentIntentId, paymentIntentId), ne(orders.payState, "unpaid")),
      )
      .get();
  let order = await paidBy();
  if (!order) {
    await settleOrder(ctx, await ctx.payments.retrievePayment(account, paymentIntentId));
    order = await paidBy();
  }
  if (order) await writeRefunds(ctx, order.id, await ctx.payments.refundsOf(account, paymentIntentId));
}
