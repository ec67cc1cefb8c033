import { and, eq, sql } from "drizzle-orm";
import { billingCycles } from "~db/schema";
import type { Context } from "../context";
import type { CycleRow, Renewal } from "../orderPaid";
import { toRenewalMetadata } from "../orders/orderMetadata";
import { findForgottenPayment } from "../payments/findForgottenPayment";
import { type PaymentState, PaymentsUnavailable } from "../ports/payments";
import { adoptedColumns } from "../settlement/adoptCycle";
import { LEASE_MS, readRenewal } from "../subscriptions/billingCycle";

const TRIES = 5;

/**
 * Returns the cycle with its single PaymentIntent: the stored one, else the provider's for this cycle (lost in a
 * restore), else a new unconfirmed one. Replaces one that is cancelled or belongs to a deleted customer record, under
 * the next sequence. Parallel calls end with the same intent, and only a stored one is ever confirmed. Throws
 * PaymentsUnavailable.
 */
export async function cycleIntent(
  ctx: Context,
  { cycle, subscription }: Renewal,
): Promise<{ cycle: CycleRow; intent: PaymentState }> {
  let known = cycle;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    if (known.paymentIntentId) {
      const { account, paymentIntentId } = known;
      let intent = await ctx.payments.retrievePayment(account, paymentIntentId);
      // Its customer record was deleted and replaced at the provider, so the stored card cannot pay it.
      if (intent.customerId !== subscription.customerId)
        intent = await ctx.payments.cancelPayment(account, paymentIntentId);
      if (intent.status !== "canceled") return { cycle: known, intent };
    }
    const sequence = known.sequence + (known.paymentIntentId ? 1 : 0);
    const forgotten = await findForgottenPayment(ctx, {
      account: known.account,
      customerId: subscription.customerId,
      since: subscription.previousPayment,
      amount: known.amount,
      metadata: { subscription_id: subscription.id, cycle: String(known.cycle) },
    });
    const made = forgotten ?? (await createIntent(ctx, { cycle: known, subscription }, sequence));
    await ctx.db
      .update(billingCycles)
      .set({
        paymentIntentId: made.id,
        sequence,
        lastChargeId: null,
        ...(forgotten ? adoptedColumns(forgotten, known.dueAt) : {}),
      })
      .where(
        and(
          eq(billingCycles.subscriptionId, subscription.id),
          eq(billingCycles.cycle, known.cycle),
          sql`${billingCycles.paymentIntentId} is ${known.paymentIntentId}`,
        ),
      );
    const stored = (await readRenewal(ctx, subscription.id, known.cycle))?.cycle;
    if (!stored) break;
    if (stored.paymentIntentId === made.id) return { cycle: stored, intent: made };
    // Another call stored its intent first. Cancel this one, which nobody could have paid.
    await ctx.payments.cancelPayment(made.account, made.id);
    known = stored;
  }
  throw new PaymentsUnavailable("The renewal's payment kept changing");
}

const createIntent = (
  ctx: Context,
  { cycle, subscription }: Pick<Renewal, "cycle" | "subscription">,
  sequence: number,
) =>
  ctx.payments.createPayment({
    account: cycle.account,
    amount: cycle.amount,
    customerId: subscription.customerId,
    description: `Subscription renewal ${cycle.cycle}: ${subscription.serviceName}`.slice(0, 250),
    // The card is already stored, and an intent that stores a card cannot be confirmed off-session.
    saveCard: false,
    metadata: toRenewalMetadata({
      subscriptionId: subscription.id,
      cycle: cycle.cycle,
      clientId: subscription.clientId,
      initialOrderId: subscription.initialOrderId,
    }),
    // Equal for concurrent calls and new for the next run: the provider replays a server error for a key for a day.
    key: `cycle:${subscription.id}:${cycle.cycle}:${sequence}:${Math.floor(ctx.now / LEASE_MS)}`,
  });
