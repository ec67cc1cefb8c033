import { and, eq, sql } from "drizzle-orm";
import { orders } from "~db/schema";
import type { Context } from "../context";
import type { OrderRow } from "../orderPaid";
import type { PaymentState } from "../ports/payments";

/**
 * Replaces the stored payable with the payment that paid the order, once the stored one can no longer be paid.
 * Returns false when it still can, or when the order changed since it was read. Throws PaymentsUnavailable.
 */
export async function adoptPaid(ctx: Context, order: OrderRow, proof: PaymentState): Promise<boolean> {
  if (order.payState !== "unpaid" || !(await isClosed(ctx, order))) return false;
  const { meta } = await ctx.db
    .update(orders)
    .set({
      paymentIntentId: proof.kind === "payment" ? proof.id : null,
      setupIntentId: proof.kind === "setup" ? proof.id : null,
      checkoutSessionId: null,
      version: sql`${orders.version} + 1`,
    })
    .where(and(eq(orders.id, order.id), eq(orders.payState, "unpaid"), eq(orders.version, order.version)))
    .run();
  return meta.changes > 0;
}

async function isClosed({ payments }: Context, order: OrderRow): Promise<boolean> {
  const { account, checkoutSessionId, paymentIntentId, setupIntentId } = order;
  if (checkoutSessionId)
    return (await payments.retrieveHostedCheckout(account, checkoutSessionId)).status === "expired";
  if (paymentIntentId) return (await payments.retrievePayment(account, paymentIntentId)).status === "canceled";
  if (setupIntentId) return (await payments.retrieveSetup(account, setupIntentId)).status === "canceled";
  return true;
}
