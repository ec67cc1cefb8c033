import { and, asc, eq } from "drizzle-orm";
import { unmatchedPayments } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import type { PaymentState } from "../ports/payments";
import { settleRenewal } from "../settlement/settleRenewal";

/** Each takes one provider call. */
const MAX_PAYMENTS = 100;

/**
 * Settles the renewals of a subscription whose first order had nothing to pay. After a restore only its setup rebuilds
 * it; a renewal's webhook that came earlier found no subscription, so its payment was recorded as unmatched. Unless it
 * is settled now, the cycle is charged again. Idempotent. Throws PaymentsUnavailable.
 */
export async function settleUnmatchedRenewals(ctx: Context, { account, metadata }: PaymentState): Promise<void> {
  authorize(ctx, "checkout.settle");
  const subscriptionId = metadata.order_id;
  if (!subscriptionId) return;
  const open = await ctx.db
    .select({ id: unmatchedPayments.id, paymentIntentId: unmatchedPayments.paymentIntentId })
    .from(unmatchedPayments)
    .where(and(eq(unmatchedPayments.account, account), eq(unmatchedPayments.state, "open")))
    // A cycle adopts its payment only after the one before.
    .orderBy(asc(unmatchedPayments.paidAt))
    .limit(MAX_PAYMENTS);
  for (const { id, paymentIntentId } of open) {
    const payment = await ctx.payments.retrievePayment(account, paymentIntentId);
    if (payment.metadata.subscription_id !== subscriptionId) continue;
    if (["settled", "already"].includes(await settleRenewal(ctx, payment)))
      await ctx.db
        .delete(unmatchedPayments)
        .where(and(eq(unmatchedPayments.id, id), eq(unmatchedPayments.state, "open")));
  }
}
