import { and, eq, ne } from "drizzle-orm";
import { orders } from "~db/schema";
import type { Context } from "../context";
import type { ReversedPayment } from "../ports/payments";
import { settleOrder } from "../settlement/settleOrder";

/**
 * The order that a payment paid, for events that follow the payment; null for a payment without an order. Settles a
 * payment whose own event has not arrived yet. Throws PaymentsUnavailable.
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
  const storedId = await stored();
  if (storedId) return storedId;
  await settleOrder(ctx, await ctx.payments.retrievePayment(account, paymentIntentId));
  return await stored();
}
