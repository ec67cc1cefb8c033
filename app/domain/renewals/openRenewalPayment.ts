import { and, eq, isNull, sql } from "drizzle-orm";
import { billingCycles, subscriptions } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context } from "../context";
import { Conflict, NotFound } from "../errors";
import type { Cents } from "../money";
import type { Renewal, SubscriptionRow } from "../orderPaid";
import { paymentIsBusy } from "../payments/closePayable";
import type { PaymentAccount, PaymentState } from "../ports/payments";
import { settleRenewal } from "../settlement/settleRenewal";
import { claimCycle, readRenewal, releaseCycle } from "../subscriptions/billingCycle";
import { cycleIntent } from "./cycleIntent";

/** What the browser needs to pay a renewal with the stored card and confirm it with the bank. Cents. */
export interface PayableRenewal {
  /** settled: nothing is left to pay. */
  mode: "payment" | "settled";
  clientSecret: string | null;
  publishableKey: string;
  account: PaymentAccount;
  amount: Cents;
  /** The stored card. To use another one, the customer saves it on the card page, which charges it immediately. */
  paymentMethodId: string;
  subscriptionId: string;
  cycle: number;
}

/** The outcome of a customer's own renewal payment. */
export interface CompletedRenewal {
  paid: boolean;
  /** The resulting order. */
  orderId: string | null;
  /** The provider's message about a declined card. */
  declined: string | null;
}

const NOTHING_DUE = "There is nothing to pay for this subscription right now.";

/**
 * The failed renewal's PaymentIntent for its owner's browser. It is the one that the cron tries, so a cycle has a
 * single payable intent (rules.md subscriptions/own). Owner only, else NotFound. Throws Conflict when nothing is due
 * or a charge is in progress, PaymentsUnavailable.
 */
export async function openRenewalPayment(ctx: Context, { id }: { id: string }): Promise<PayableRenewal> {
  authorize(ctx, "subscriptions.own");
  const { renewal, intent } = await payableRenewal(ctx, await ownSubscription(ctx, id));
  const { cycle, subscription } = renewal;
  const settled = intent === null;
  return {
    mode: settled ? "settled" : "payment",
    clientSecret: intent?.clientSecret ?? null,
    publishableKey: ctx.payments.publishableKey(cycle.account),
    account: cycle.account,
    amount: cycle.amount,
    paymentMethodId: subscription.paymentMethodId,
    subscriptionId: subscription.id,
    cycle: cycle.cycle,
  };
}

/**
 * Settles after the browser or bank page finished, trusting only the provider. Idempotent. Owner only, else NotFound.
 * Throws PaymentsUnavailable.
 */
export async function completeRenewal(ctx: Context, { id }: { id: string }): Promise<CompletedRenewal> {
  authorize(ctx, "subscriptions.own");
  const subscription = await ownSubscription(ctx, id);
  const open = await readRenewal(ctx, id, subscription.currentCycle + 1);
  const last = open ?? (await readRenewal(ctx, id, subscription.currentCycle));
  if (!last?.cycle.paymentIntentId) return { paid: false, orderId: null, declined: null };
  if (last.cycle.state === "paid") return { paid: true, orderId: last.cycle.orderId, declined: null };
  const intent = await ctx.payments.retrievePayment(last.cycle.account, last.cycle.paymentIntentId);
  await settleRenewal(ctx, intent);
  if (intent.status !== "succeeded") await recordOwnersDecline(ctx, intent);
  const after = await readRenewal(ctx, id, last.cycle.cycle);
  const paid = after?.cycle.state === "paid";
  return {
    paid,
    orderId: after?.cycle.orderId ?? null,
    declined: paid ? null : (intent.decline?.message ?? null),
  };
}

/**
 * Pays without JavaScript: the server confirms the same PaymentIntent on-session with the stored card. Returns the
 * bank's URL, which leads back to `returnUrl` (absolute), or none when it is paid or declined. Throws as
 * openRenewalPayment does.
 */
export async function payRenewal(
  ctx: Context,
  { id, returnUrl }: { id: string; returnUrl: string },
): Promise<CompletedRenewal & { url: string | null }> {
  authorize(ctx, "subscriptions.own");
  const { renewal, intent } = await payableRenewal(ctx, await ownSubscription(ctx, id));
  if (intent) {
    const { cycle, subscription } = renewal;
    const answer = await ctx.payments.confirmPayment({
      account: cycle.account,
      id: intent.id,
      paymentMethodId: subscription.paymentMethodId,
      returnUrl,
      key: `own:${subscription.id}:${cycle.cycle}:${ctx.requestId}`,
    });
    if (answer.status === "requires_action")
      return { paid: false, orderId: null, declined: null, url: answer.actionUrl };
  }
  return { ...(await completeRenewal(ctx, { id })), url: null };
}

/**
 * Records a decline while the owner paid. It is no dunning try. Skips a leased cycle, whose worker may have made the
 * try and records it itself.
 */
export async function recordOwnersDecline(ctx: Context, intent: PaymentState): Promise<void> {
  authorize(ctx, "checkout.settle");
  const { subscription_id: subscriptionId, cycle } = intent.metadata;
  if (!subscriptionId || !intent.decline || !intent.latestChargeId) return;
  await ctx.db
    .update(billingCycles)
    .set({
      lastChargeId: intent.latestChargeId,
      lastFailure: intent.decline.message,
      lastFailureCode: intent.decline.declineCode ?? intent.decline.code,
    })
    .where(
      and(
        eq(billingCycles.subscriptionId, subscriptionId),
        eq(billingCycles.cycle, Number(cycle)),
        eq(billingCycles.account, intent.account),
        eq(billingCycles.paymentIntentId, intent.id),
        sql`${billingCycles.state} in ('open', 'failed')`,
        isNull(billingCycles.leaseUntil),
      ),
    );
}

async function ownSubscription(ctx: Context, id: string): Promise<SubscriptionRow> {
  const row = await ctx.db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.id, id), eq(subscriptions.clientId, actorId(ctx))))
    .get();
  if (!row) throw new NotFound();
  return row;
}

/** The next cycle of a due subscription with its intent; a null intent means it is already paid. */
async function payableRenewal(
  ctx: Context,
  subscription: SubscriptionRow,
): Promise<{ renewal: Renewal; intent: PaymentState | null }> {
  const { id, status } = subscription;
  if (status !== "Due" && status !== "Past_Due") throw new Conflict(NOTHING_DUE);
  const number = subscription.currentCycle + 1;
  let renewal = await readRenewal(ctx, id, number);
  if (!renewal) {
    const begun = await claimCycle(ctx, { subscriptionId: id, cycle: number, origin: "customer" });
    if (begun) await releaseCycle(ctx, begun);
    renewal = await readRenewal(ctx, id, number);
  }
  if (!renewal) throw new Conflict(NOTHING_DUE);
  if (renewal.cycle.state === "paid") return { renewal, intent: null };
  if (renewal.cycle.state === "open" && (renewal.cycle.leaseUntil ?? 0) > ctx.now && !renewal.cycle.actionNeeded)
    throw paymentIsBusy();
  const { cycle, intent } = await cycleIntent(ctx, renewal);
  if (intent.status === "processing") throw paymentIsBusy();
  if (intent.status === "succeeded") {
    if ((await settleRenewal(ctx, intent)) === "refused")
      throw new Conflict("We are checking your payment. Please contact us.");
    return { renewal, intent: null };
  }
  return { renewal: { ...renewal, cycle }, intent };
}
