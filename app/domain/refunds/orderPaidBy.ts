import { and, eq, ne } from "drizzle-orm";
import { orders } from "~db/schema";
import { settleOrder } from "../checkout/settleOrder";
import type { Context } from "../context";
import type { ReversedPayment } from "../ports";

/**
 * The order that this payment paid, for news of what became of it since; null for a payment of no order. News that come
 * before those of the payment settle it first. Throws PaymentsUnavailable.
 */
export async function orderPaidBy(ctx: Context, { account, paymentIntentId }: ReversedPayment): Promise<string | null> {
  if (!paymentIntentId) return null;
  const stored = async () =>
    (
      await ctx.db
        .select({ id: orders.id })
        .from(orders)
        .where(
          and(eq(orders.account, account), eq(orders.paymentIntentId, paymentIntentId), ne(orders.payState, "unpaid")),
        )
        .get()
    )?.id ?? null;
  const known = await stored();
  if (known) return known;
  await settleOrder(ctx, await ctx.payments.retrievePayment(account, paymentIntentId));
  return await stored();
}
