import { eq } from "drizzle-orm";
import { atomicBatch } from "~db/client.server";
import { unmatchedPayments } from "~db/schema";
import { authorize } from "../access";
import { type Context, userOf } from "../context";
import { Conflict, NotFound } from "../errors";
import { historyStatement } from "../history/historyStatement";
import type { Cents } from "../money";
import type { UnmatchedState } from "../recovery/unmatchedStates";
import { noteRefundsOfUnmatched } from "./noteRefundsOfUnmatched";
import { heldSum } from "./writeRefunds";

/**
 * Refunds the rest of a payment without an order. The idempotency key contains the provider's current number of
 * refunds, so a double click or lost response makes one refund. Returns cents and the state after it. Throws
 * NotFound; Conflict when nothing is left; PaymentFailed with the provider's message; PaymentsUnavailable.
 */
export async function refundUnmatchedPayment(
  ctx: Context,
  id: string,
): Promise<{ amount: Cents; state: UnmatchedState }> {
  authorize(ctx, "payments.unmatched");
  const payment = await ctx.db.select().from(unmatchedPayments).where(eq(unmatchedPayments.id, id)).get();
  if (!payment) throw new NotFound();
  const { account, paymentIntentId } = payment;
  const reported = await ctx.payments.refundsOf(account, paymentIntentId);
  const amount = payment.amount - heldSum(reported);
  if (amount <= 0) {
    await noteRefundsOfUnmatched(ctx, payment);
    throw new Conflict("This payment was already refunded.");
  }
  await atomicBatch(ctx.db, [
    ctx.db
      .update(unmatchedPayments)
      .set({ state: "refunding", refundedById: userOf(ctx.actor)?.id ?? null })
      .where(eq(unmatchedPayments.id, id)),
    historyStatement(ctx, {
      entity: "webhook",
      entityId: paymentIntentId,
      action: "Refund requested",
      changes: [{ field: "refundAmount", before: null, after: amount }],
      dedupeKey: `refund.unmatched:${id}:${reported.length}`,
    }),
  ]);
  try {
    await ctx.payments.createRefund({
      account,
      paymentIntentId,
      amount,
      metadata: { refund_id: id },
      key: `refund:unmatched:${id}:${reported.length}`,
    });
  } finally {
    // Reopens a rejected one. If the provider does not respond, the next event or click syncs the state.
    await noteRefundsOfUnmatched(ctx, payment).catch(() => {});
  }
  const after = await ctx.db.select().from(unmatchedPayments).where(eq(unmatchedPayments.id, id)).get();
  return { amount, state: after?.state ?? "refunding" };
}
