import { and, eq } from "drizzle-orm";
import { unmatchedPayments } from "~db/schema";
import type { Context } from "../context";
import type { ReversedPayment } from "../ports/payments";
import type { UnmatchedState } from "../recovery/unmatchedStates";
import { heldSum, succeededSum } from "./writeRefunds";

/**
 * Syncs the provider's refunds of a payment without an order, wherever they were requested. Ignores any other
 * payment. The caller must authorize. Throws PaymentsUnavailable.
 */
export async function noteRefundsOfUnmatched(ctx: Context, payment: ReversedPayment): Promise<void> {
  const { account, paymentIntentId } = payment;
  if (!paymentIntentId) return;
  const isIt = and(eq(unmatchedPayments.account, account), eq(unmatchedPayments.paymentIntentId, paymentIntentId));
  const stored = await ctx.db.select({ amount: unmatchedPayments.amount }).from(unmatchedPayments).where(isIt).get();
  if (!stored) return;
  const reported = await ctx.payments.refundsOf(account, paymentIntentId);
  const state: UnmatchedState =
    succeededSum(reported) >= stored.amount ? "refunded" : heldSum(reported) >= stored.amount ? "refunding" : "open";
  await ctx.db.update(unmatchedPayments).set({ state }).where(isIt);
}
