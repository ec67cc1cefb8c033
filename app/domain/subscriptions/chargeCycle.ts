import type { Context } from "../context";
import { type PaymentState, RequestRefused } from "../ports";
import { recordReversals } from "../refunds/recordReversals";
import { type CycleRow, type Renewal, readRenewal, releaseCycle } from "./billingCycle";
import { closeRenewal } from "./closeRenewal";
import { cycleIntent } from "./cycleIntent";
import { failRenewal } from "./failRenewal";
import { recordRefusal } from "./renewalRefusals";
import { settleRenewal } from "./settleRenewal";

/** So long an owner who was asked by the bank is left alone before the next try. */
const WAIT_FOR_OWNER_MS = 24 * 60 * 60_000;

/**
 * charged: paid and settled, by this or by another call. failed: a try was answered with a decline. actionNeeded: the bank
 * asks the card's owner. underway: nothing is decided yet, a later run looks again. stopped: not to be charged any more.
 */
export type ChargeOutcome = "charged" | "failed" | "actionNeeded" | "underway" | "stopped";

/** The actor that charges, whoever asked for it: what it does to orders and subscriptions is the system's own work. */
export const asBilling = (ctx: Context): Context => ({ ...ctx, actor: { kind: "system", name: "Billing" } });

/**
 * Charges a claimed cycle, at most once ever: looks first how its one intent stands, then confirms it for one try
 * (payments.md, 'Renewals, exactly once'). May be stopped at any point and begun again once the claim is over. Throws
 * PaymentsUnavailable and RequestRefused: the claim stays until it is over, and whoever comes then looks first. The words
 * of a refusal are kept for staff.
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
  // Paid earlier than this run, it may have been given back since.
  if (decided === "charged") await recordReversals(ctx, intent);
  if (decided) return decided;
  // Right before money moves: a cancellation since then counts, and so does a new card.
  const fresh = await readRenewal(ctx, claimed.subscriptionId, claimed.cycle);
  if (!fresh || !isHeld(fresh, claimed)) return "underway";
  if (fresh.subscription.status === "Cancelled") {
    await closeRenewal(ctx, fresh);
    return "stopped";
  }
  const { subscription } = fresh;
  const answer = await ctx.payments.confirmPayment({
    account: cycle.account,
    id: intent.id,
    paymentMethodId: subscription.paymentMethodId,
    // One key a try and claim: an answer that the provider keeps for a key (a server error, for a day) is not asked for
    // again, and a second try of the same intent cannot charge twice.
    key: `try:${subscription.id}:${cycle.cycle}:${cycle.sequence}:${cycle.tries + 1}:${claimed.leaseUntil}`,
  });
  if (answer.decline && isOpen(answer)) return await failed(ctx, fresh, answer);
  return (await decide(ctx, fresh, answer)) ?? "underway";
}

const isHeld = ({ cycle }: Renewal, claimed: CycleRow) =>
  cycle.state === "open" && cycle.leaseUntil === claimed.leaseUntil;

const isOpen = ({ status }: PaymentState) => status === "requires_payment_method" || status === "requires_confirmation";

/** A decline of another card says nothing about the stored one: that card was replaced since, or its owner tried it. */
const isAboutStoredCard = (decline: NonNullable<PaymentState["decline"]>, { subscription }: Renewal) =>
  decline.paymentMethodId === null || decline.paymentMethodId === subscription.paymentMethodId;

/** What an intent's state alone decides; null when it is to be confirmed. */
async function decide(ctx: Context, renewal: Renewal, intent: PaymentState): Promise<ChargeOutcome | null> {
  const { cycle } = renewal;
  if (intent.status === "succeeded") {
    return (await settleRenewal(ctx, intent)) === "refused" ? "underway" : "charged";
  }
  if (intent.status === "requires_action") {
    // Its owner is just being asked. Whoever never answers is tried again like every other card.
    if (ctx.now < (cycle.nextTryAt ?? cycle.createdAt) + WAIT_FOR_OWNER_MS) {
      await releaseCycle(ctx, cycle);
      return "actionNeeded";
    }
    return cycle.actionNeeded ? await failed(ctx, renewal, intent) : null;
  }
  if (!isOpen(intent)) return "underway";
  // A newer charge than the one that is recorded: that try ran, only its answer was lost.
  const isNews = intent.latestChargeId !== cycle.lastChargeId || cycle.lastFailureCode === null;
  if (intent.decline && isNews && isAboutStoredCard(intent.decline, renewal)) return await failed(ctx, renewal, intent);
  if (!cycle.actionNeeded) return null;
  // No try of ours helps. On its day it counts as one all the same, so that the tries come to an end.
  if (ctx.now >= (cycle.nextTryAt ?? 0)) return await failed(ctx, renewal, intent);
  await releaseCycle(ctx, cycle);
  return "actionNeeded";
}

async function failed(ctx: Context, renewal: Renewal, intent: PaymentState): Promise<ChargeOutcome> {
  const after = await failRenewal(ctx, renewal, intent);
  if (!after) return "underway";
  return after.state === "open" && after.actionNeeded ? "actionNeeded" : "failed";
}
