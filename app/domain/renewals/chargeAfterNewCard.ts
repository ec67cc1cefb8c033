import { and, eq, sql } from "drizzle-orm";
import { billingCycles, subscriptions } from "~db/schema";
import type { Context } from "../context";
import { PaymentsUnavailable } from "../ports/paymentFailures";
import { billingPausedSince } from "../recovery/billingPause";
import { claimCycle } from "../subscriptions/billingCycle";
import { asBilling, type ChargeOutcome, chargeCycle } from "./chargeCycle";

/**
 * Immediately retries an unpaid renewal with a newly stored card (rules.md subscriptions/dunning). The caller must
 * authorize and have stored the card. Null when nothing is due. If another caller made the try, returns its outcome:
 * it was paid when the current cycle is above `cycleBefore`, the last paid cycle when the card was requested. If the
 * provider does not respond, returns "underway" and the cron retries.
 */
export async function chargeAfterNewCard(
  ctx: Context,
  subscriptionId: string,
  cycleBefore = Number.NaN,
): Promise<ChargeOutcome | null> {
  const billing = asBilling(ctx);
  const { db, now } = ctx;
  const ofIt = eq(subscriptions.id, subscriptionId);
  const [[subscription], [begun]] = await db.batch([
    db
      .select({ status: subscriptions.status, currentCycle: subscriptions.currentCycle })
      .from(subscriptions)
      .where(ofIt),
    db
      .select()
      .from(billingCycles)
      .where(
        and(
          eq(billingCycles.subscriptionId, subscriptionId),
          eq(billingCycles.cycle, sql`(select current_cycle + 1 from subscriptions where id = ${subscriptionId})`),
        ),
      ),
  ]);
  if (subscription?.status !== "Due" && subscription?.status !== "Past_Due")
    return subscription && subscription.currentCycle > cycleBefore ? "charged" : null;
  const isTried = begun && (begun.state !== "open" || (begun.nextTryAt ?? 0) > now);
  if (isTried) return begun.actionNeeded ? "actionNeeded" : "failed";
  const cycle = subscription.currentCycle + 1;
  // A later cron run charges it.
  if ((await billingPausedSince(ctx)) !== null) return "underway";
  const claimed = await claimCycle(billing, { subscriptionId, cycle, origin: "customer" });
  if (!claimed) return "underway";
  try {
    return await chargeCycle(billing, claimed);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    return "underway";
  }
}
