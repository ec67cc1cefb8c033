import { eq } from "drizzle-orm";
import { writeTogether } from "~db/client.server";
import { subscriptions } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { Conflict, NotFound } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { claimCycle, readRenewal, type SubscriptionRow } from "./billingCycle";
import { asBilling, type ChargeOutcome, chargeCycle } from "./chargeCycle";
import { subscriptionActions, subscriptionStatusLabel } from "./subscriptionStates";

export interface ChargedNow {
  /** charged: paid. failed: the card was refused. actionNeeded: the bank asks the customer. underway: just being charged. */
  outcome: "charged" | "failed" | "actionNeeded" | "underway";
  /** For whoever asked. */
  message: string;
  /** As it stands after it; nextPayment in ms UTC. */
  subscription: Pick<SubscriptionRow, "id" | "status" | "currentCycle" | "nextPayment">;
}

const messages: Record<ChargedNow["outcome"], string> = {
  charged: "Subscription charged successfully",
  failed: "The card was declined.",
  actionNeeded: "The customer's bank needs a confirmation. We have emailed the customer.",
  underway: "This subscription is being charged right now. Check again in a few minutes.",
};

/** The second of two clicks comes within it. */
const SAME_CLICK_MS = 10 * 60_000;

/**
 * Staff charge the next cycle early (decision S2): the next payment is then one period from today. `cycle` is the one
 * that was shown, so that a second click cannot charge twice; left out, it is the next one. Charged by the engine of the
 * cron, and finished by it when this is stopped half-way. Throws NotFound; Conflict when the status does not allow it, or
 * the cycle was charged before; PaymentsUnavailable.
 */
export async function chargeNow(ctx: Context, input: { id: string; cycle?: number }): Promise<ChargedNow> {
  authorize(ctx, "subscriptions.manage");
  const subscription = await read(ctx, input.id);
  const cycle = input.cycle ?? subscription.currentCycle + 1;
  const earlier = await readRenewal(ctx, subscription.id, cycle);
  if (earlier?.cycle.state === "paid" && ctx.now - (earlier.cycle.paidAt ?? 0) < SAME_CLICK_MS)
    return answer("charged", subscription);
  if (cycle !== subscription.currentCycle + 1)
    throw new Conflict("This payment was already charged. Reload the page and try again.");
  if (!subscriptionActions[subscription.status].includes("chargeNow"))
    throw new Conflict(`A subscription that is ${subscriptionStatusLabel(subscription.status)} cannot be charged`);
  const claimed = await claimCycle(ctx, { subscriptionId: subscription.id, cycle, origin: "chargeNow" });
  if (!claimed) return answer(await standing(ctx, subscription.id, cycle), await read(ctx, subscription.id));
  await writeTogether(ctx.db, [
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

/** Another one holds it, or has just decided it. */
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
