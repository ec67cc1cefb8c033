import type { Context } from "../context";
import { recordReversals } from "../disputes/recordReversals";
import type { CycleRow, Renewal } from "../orderPaid";
import { RequestRefused } from "../ports/paymentFailures";
import type { PaymentState } from "../ports/payments";
import { settleRenewal } from "../settlement/settleRenewal";
import { readRenewal, releaseCycle } from "../subscriptions/billingCycle";
import { recordRefusal } from "../subscriptions/renewalRefusals";
import { closeRenewal } from "./closeRenewal";
import { cycleIntent } from "./cycleIntent";
import { failRenewal } from "./failRenewal";

/** How long the cardholder has to confirm with the bank before the next try. */
const WAIT_FOR_OWNER_MS = 24 * 60 * 60_000;

/**
 * charged: paid and settled, by this or another call. failed: declined. actionNeeded: the bank needs the cardholder.
 * underway: undecided, a later run checks again. stopped: will not be charged.
 */
export type ChargeOutcome = "charged" | "failed" | "actionNeeded" | "underway" | "stopped";

/** Charges run as the system, not as the person who requested them. */
export const asBilling = (ctx: Context): Context => ({ ...ctx, actor: { kind: "system", name: "Billing" } });

/**
 * Charges a leased cycle at most once: checks its single intent, then confirms it for one try (rules.md
 * subscriptions/one-charge). Safe to kill at any point and rerun once the lease expires. Throws PaymentsUnavailable
 * and RequestRefused; the lease is left to expire, and the next worker checks the intent before retrying. Stores a
 * rejection's message for staff.
 */
export async function chargeCycle(ctx: Context, claimed: CycleRow): Promise<ChargeOutcome> {
  try {
    return await chargeOnce(ctx, claimed);
  } catch (error) {
    if (error instanceof RequestRefused) await recordRefusal(ctx, claimed, error.message);
    throw error;
  }
}

async function chargeOnce(ctx: Context, claimed: CycleRow): Promise<ChargeOutcome> {
  const read = await readRenewal(ctx, claimed.subscriptionId, claimed.cycle);
  if (!read || !isHeld(read, claimed)) return read?.cycle.state === "paid" ? "charged" : "underway";
  const { cycle, intent } = await cycleIntent(ctx, read);
  const renewal = { ...read, cycle: { ...cycle, leaseUntil: claimed.leaseUntil } };
  const decided = await decide(ctx, renewal, intent);
  // An earlier payment may have been refunded since.
  if (decided === "charged") await recordReversals(ctx, intent);
  if (decided) return decided;
  // Read again right before the charge, to respect a cancellation or a new card.
  const fresh = await readRenewal(ctx, claimed.subscriptionId, claimed.cycle);
  if (!fresh || !isHeld(fresh, claimed)) return "underway";
  if (fresh.subscription.status === "Cancelled") {
    await closeRenewal(ctx, fresh);
    return "stopped";
  }
  const { subscription } = fresh;
  if (isStopped(fresh)) {
    // The cycle stays open: the customer may keep the subscription after all.
    await releaseCycle(ctx, fresh.cycle);
    return "stopped";
  }
  const answer = await ctx.payments.confirmPayment({
    account: cycle.account,
    id: intent.id,
    paymentMethodId: subscription.paymentMethodId,
    // One key per try, lease and card. The provider replays a server error for a key for a day, so a retry needs a new
    // key, and it refuses a key with another card. A second try of the same intent cannot charge twice.
    key: `try:${subscription.id}:${cycle.cycle}:${cycle.sequence}:${cycle.tries + 1}:${claimed.leaseUntil}:${subscription.paymentMethodId}`,
  });
  if (answer.decline && isOpen(answer)) return await failed(ctx, fresh, answer);
  return (await decide(ctx, fresh, answer)) ?? "underway";
}

const isHeld = ({ cycle }: Renewal, claimed: CycleRow) =>
  cycle.state === "open" && cycle.leaseUntil === claimed.leaseUntil;

/** A cancellation stops every charge, a request only scheduled ones, until staff answer it. */
const isStopped = ({ cycle, subscription }: Renewal) =>
  subscription.endsAt !== null || (cycle.origin === "schedule" && subscription.cancelRequestedAt !== null);

const isOpen = ({ status }: PaymentState) => status === "requires_payment_method" || status === "requires_confirmation";

/** A decline of another card does not count for the stored one: it was replaced, or its owner tried it. */
const isAboutStoredCard = (decline: NonNullable<PaymentState["decline"]>, { subscription }: Renewal) =>
  decline.paymentMethodId === null || decline.paymentMethodId === subscription.paymentMethodId;

/** The outcome that the intent's state already decides; null when it must be confirmed. */
async function decide(ctx: Context, renewal: Renewal, intent: PaymentState): Promise<ChargeOutcome | null> {
  const { cycle } = renewal;
  if (intent.status === "succeeded") {
    return (await settleRenewal(ctx, intent)) === "refused" ? "underway" : "charged";
  }
  if (intent.status === "requires_action") {
    // Give the cardholder time to confirm, then treat the lack of a response as a decline.
    if (ctx.now < (cycle.nextTryAt ?? cycle.createdAt) + WAIT_FOR_OWNER_MS) {
      await releaseCycle(ctx, cycle);
      return "actionNeeded";
    }
    return cycle.actionNeeded ? await failed(ctx, renewal, intent) : null;
  }
  if (!isOpen(intent)) return "underway";
  // A newer charge than the recorded one: that try ran, but its response was lost.
  const isNews = intent.latestChargeId !== cycle.lastChargeId || cycle.lastFailureCode === null;
  if (intent.decline && isNews && isAboutStoredCard(intent.decline, renewal)) return await failed(ctx, renewal, intent);
  if (!cycle.actionNeeded) return null;
  // Our tries cannot succeed without the cardholder. A due try still counts, so that dunning ends.
  if (ctx.now >= (cycle.nextTryAt ?? 0)) return await failed(ctx, renewal, intent);
  await releaseCycle(ctx, cycle);
  return "actionNeeded";
}

async function failed(ctx: Context, renewal: Renewal, intent: PaymentState): Promise<ChargeOutcome> {
  const after = await failRenewal(ctx, renewal, intent);
  if (!after) return "underway";
  return after.state === "open" && after.actionNeeded ? "actionNeeded" : "failed";
}
