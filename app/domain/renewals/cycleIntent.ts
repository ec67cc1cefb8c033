import { and, eq, sql } from "drizzle-orm";
import { billingCycles } from "~db/schema";
import type { Context } from "../context";
import type { CycleRow, Renewal } from "../orderPaid";
import { toRenewalMetadata } from "../orders/orderMetadata";
import { findForgottenPayment } from "../payments/findForgottenPayment";
import { PaymentsUnavailable } from "../ports/paymentFailures";
import type { PaymentState } from "../ports/payments";
import { READ_AGAIN, retryOnConflict } from "../retryOnConflict";
import { adoptedColumns } from "../settlement/adoptCycle";
import { LEASE_MS, readRenewal } from "../subscriptions/billingCycle";

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
  let current = cycle;
  const attempt = async (): Promise<{ cycle: CycleRow; intent: PaymentState } | typeof READ_AGAIN> => {
    if (current.paymentIntentId) {
      const { account, paymentIntentId } = current;
      let intent = await ctx.payments.retrievePayment(account, paymentIntentId);
      // Its customer record was deleted and replaced at the provider, so the stored card cannot pay it.
      if (intent.customerId !== subscription.customerId)
        intent = await ctx.payments.cancelPayment(account, paymentIntentId);
      if (intent.status !== "canceled") return { cycle: current, intent };
    }
    const sequence = current.sequence + (current.paymentIntentId ? 1 : 0);
    const forgotten = await findForgottenPayment(ctx, {
      account: current.account,
      customerId: subscription.customerId,
      since: subscription.previousPayment,
      amount: current.amount,
      metadata: { subscription_id: subscription.id, cycle: String(current.cycle) },
    });
    const made = forgotten ?? (await createIntent(ctx, { cycle: current, subscription }, sequence));
    await ctx.db
      .update(billingCycles)
      .set({
        paymentIntentId: made.id,
        sequence,
        lastChargeId: null,
        ...(forgotten ? adoptedColumns(forgotten, current.dueAt) : {}),
      })
      .where(
        and(
          eq(billingCycles.subscriptionId, subscription.id),
          eq(billingCycles.cycle, current.cycle),
          sql`${billingCycles.paymentIntentId} is ${current.paymentIntentId}`,
        ),
      );
    const stored = (await readRenewal(ctx, subscription.id, current.cycle))?.cycle;
    if (!stored) throw new PaymentsUnavailable("The renewal's cycle is gone");
    if (stored.paymentIntentId === made.id) return { cycle: stored, intent: made };
    // Another call stored its intent first. Cancel this one, which nobody could have paid.
    await ctx.payments.cancelPayment(made.account, made.id);
    current = stored;
    return READ_AGAIN;
  };
  return await retryOnConflict(ctx, attempt, {
    exhausted: () => new PaymentsUnavailable("The renewal's payment kept changing"),
  });
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
    statementText: cycle.statementText,
    description: `Subscription renewal ${cycle.cycle}: ${subscription.serviceName}`.slice(0, 250),
    // The card is already stored, and an intent that stores a card cannot be confirmed off-session.
    saveCard: false,
    metadata: toRenewalMetadata({
      subscriptionId: subscription.id,
      cycle: cycle.cycle,
      clientId: subscription.clientId,
      initialOrderId: subscription.initialOrderId,
      taxes: cycle.taxRates && { tax: cycle.tax, taxRates: cycle.taxRates },
    }),
    // Equal for concurrent calls and new for the next run: the provider replays a server error for a key for a day.
    key: `cycle:${subscription.id}:${cycle.cycle}:${sequence}:${Math.floor(ctx.now / LEASE_MS)}`,
  });
