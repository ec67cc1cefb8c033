import { eq } from "drizzle-orm";
import { atomicBatch } from "~db/client.server";
import { subscriptions } from "~db/schema";
import { authorize } from "../access";
import { type Context, readerZone } from "../context";
import { Conflict, NotFound } from "../errors";
import { historyStatement } from "../history/historyStatement";
import type { SubscriptionRow } from "../orderPaid";
import { billingPauseText } from "../recovery/billingPauseText";
import { asBilling, type ChargeOutcome, chargeCycle } from "../renewals/chargeCycle";
import { claimCycle, readRenewal } from "../subscriptions/billingCycle";
import { subscriptionActions, subscriptionStatusLabel } from "../subscriptions/subscriptionStates";
import { catchUpBilling } from "./catchUpBilling";

interface ChargedNow {
  /**
   * charged: paid. failed: declined. actionNeeded: the bank needs the customer. underway: another charge is in
   * progress.
   */
  outcome: "charged" | "failed" | "actionNeeded" | "underway";
  /** Shown to the caller. */
  message: string;
  /** The state afterwards; nextPayment in ms UTC. */
  subscription: Pick<SubscriptionRow, "id" | "status" | "currentCycle" | "nextPayment">;
}

const messages: Record<ChargedNow["outcome"], string> = {
  charged: "Subscription charged successfully",
  failed: "The card was declined.",
  actionNeeded: "The customer's bank needs a confirmation. We have emailed the customer.",
  underway: "This subscription is being charged right now. Check again in a few minutes.",
};

const CLIENT_CANCELED = "The client canceled this subscription. It ends with the paid period.";

/** A repeat within this time counts as the same click. */
const SAME_CLICK_MS = 10 * 60_000;

/**
 * Staff charge the next cycle early; the following payment is then one period from today (rules.md
 * subscriptions/charge-now). `cycle` is the one shown, so a second click cannot charge twice. Without it, returns a
 * cycle paid in the last 10 minutes, else charges the next one. The cron finishes an interrupted charge. Throws
 * NotFound; Conflict when the status forbids it, the cycle is already charged or billing is paused;
 * PaymentsUnavailable.
 */
export async function chargeNow(ctx: Context, input: { id: string; cycle?: number }): Promise<ChargedNow> {
  authorize(ctx, "subscriptions.manage");
  const subscription = await read(ctx, input.id);
  const isAllowed = subscriptionActions[subscription.status].includes("chargeNow");
  const isNamed = input.cycle !== undefined;
  if ((isNamed || isAllowed) && (await wasJustPaid(ctx, subscription.id, input.cycle ?? subscription.currentCycle)))
    return answer("charged", subscription);
  const cycle = input.cycle ?? subscription.currentCycle + 1;
  if (cycle !== subscription.currentCycle + 1)
    throw new Conflict("This payment was already charged. Reload the page and try again.");
  if (!isAllowed)
    throw new Conflict(`A subscription that is ${subscriptionStatusLabel(subscription.status)} cannot be charged`);
  if (subscription.endsAt !== null) throw new Conflict(CLIENT_CANCELED);
  // The Conflict tells staff what happens next. The cron reports the provider's failures.
  const pausedSince = await catchUpBilling(ctx, () => {});
  if (pausedSince !== null) throw new Conflict(`Billing is paused. ${billingPauseText(pausedSince, readerZone(ctx))}`);
  const claimed = await claimCycle(ctx, { subscriptionId: subscription.id, cycle, origin: "chargeNow" });
  if (!claimed) return answer(await standing(ctx, subscription.id, cycle), await read(ctx, subscription.id));
  await atomicBatch(ctx.db, [
    historyStatement(ctx, {
      entity: "subscription",
      entityId: subscription.id,
      action: "Charge Now",
      changes: [{ field: "cycle", before: null, after: cycle }],
    }),
  ]);
  const outcome = await chargeCycle(asBilling(ctx), claimed);
  const after = await readRenewal(ctx, subscription.id, cycle);
  return answer(outcome, await read(ctx, subscription.id), after?.cycle.lastFailure ?? undefined);
}

async function read(ctx: Context, id: string): Promise<SubscriptionRow> {
  const row = await ctx.db.select().from(subscriptions).where(eq(subscriptions.id, id)).get();
  if (!row) throw new NotFound();
  return row;
}

async function wasJustPaid(ctx: Context, id: string, cycle: number): Promise<boolean> {
  const renewal = await readRenewal(ctx, id, cycle);
  return renewal?.cycle.state === "paid" && ctx.now - (renewal.cycle.paidAt ?? 0) < SAME_CLICK_MS;
}

/** Another worker holds or has just decided the cycle. */
async function standing(ctx: Context, id: string, cycle: number): Promise<ChargeOutcome> {
  const now = await readRenewal(ctx, id, cycle);
  return now?.cycle.state === "paid" ? "charged" : "underway";
}

function answer(outcome: ChargeOutcome, subscription: SubscriptionRow, declined?: string): ChargedNow {
  if (outcome === "stopped") throw new Conflict("This subscription was just cancelled.");
  const { id, status, currentCycle, nextPayment } = subscription;
  return {
    outcome,
    message: outcome === "failed" ? (declined ?? messages.failed) : messages[outcome],
    subscription: { id, status, currentCycle, nextPayment },
  };
}
