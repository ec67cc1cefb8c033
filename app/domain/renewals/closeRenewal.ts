import { and, asc, count, eq, ne, sql } from "drizzle-orm";
import { billingCycles, subscriptions } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import type { Renewal } from "../orderPaid";
import { type RunResult, runEach, turnOffset } from "../payments/runEach";
import { settleRenewal } from "../settlement/settleRenewal";
import { readRenewal } from "../subscriptions/billingCycle";

/** At most two provider calls each; the next runs take the rest. */
const MAX_PER_RUN = 20;

/**
 * Closes the cycle of a cancelled subscription by cancelling its intent at the provider, so nobody can pay it. A
 * payment that succeeded concurrently is settled instead, which notifies staff. Throws PaymentsUnavailable.
 */
export async function closeRenewal(ctx: Context, { cycle, subscription }: Renewal): Promise<void> {
  if (cycle.paymentIntentId) {
    const intent = await ctx.payments.cancelPayment(cycle.account, cycle.paymentIntentId);
    if (intent.status === "succeeded") await settleRenewal(ctx, intent);
    if (intent.status !== "canceled") return;
  }
  await ctx.db
    .update(billingCycles)
    .set({ state: "closed", leaseUntil: null, nextTryAt: null })
    .where(
      and(
        eq(billingCycles.subscriptionId, subscription.id),
        eq(billingCycles.cycle, cycle.cycle),
        ne(billingCycles.state, "paid"),
        sql`${billingCycles.paymentIntentId} is ${cycle.paymentIntentId}`,
      ),
    );
}

/** Every 10 minutes: closes open cycles of cancelled subscriptions. Bounded; one failure never stops the rest. */
export async function closeCancelledRenewals(ctx: Context, onFailure: (error: unknown) => void): Promise<RunResult> {
  authorize(ctx, "billing.run");
  const open = and(
    // Starts from the few unpaid cycles by index, not from every cancelled subscription.
    sql`${billingCycles.state} in ('open', 'failed')`,
    sql`+${subscriptions.status} = 'Cancelled'`,
    // A worker charging it now closes it itself, or its lease expires.
    sql`coalesce(${billingCycles.leaseUntil}, 0) <= ${ctx.now}`,
  );
  const ofCancelled = eq(subscriptions.id, billingCycles.subscriptionId);
  const [{ total } = { total: 0 }] = await ctx.db
    .select({ total: count() })
    .from(billingCycles)
    .innerJoin(subscriptions, ofCancelled)
    .where(open);
  const rows = await ctx.db
    .select({ subscriptionId: billingCycles.subscriptionId, cycle: billingCycles.cycle })
    .from(billingCycles)
    .innerJoin(subscriptions, ofCancelled)
    .where(open)
    .orderBy(asc(billingCycles.createdAt), asc(billingCycles.subscriptionId))
    .limit(MAX_PER_RUN)
    .offset(turnOffset(ctx.now, total, MAX_PER_RUN));
  return await runEach(
    rows,
    async ({ subscriptionId, cycle }) => {
      const renewal = await readRenewal(ctx, subscriptionId, cycle);
      if (renewal) await closeRenewal(ctx, renewal);
    },
    onFailure,
  );
}
