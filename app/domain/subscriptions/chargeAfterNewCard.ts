import { and, eq, inArray, sql } from "drizzle-orm";
import { writeTogether } from "~db/client.server";
import { billingCycles, subscriptions } from "~db/schema";
import type { Context } from "../context";
import { PaymentsUnavailable } from "../ports";
import { claimCycle } from "./billingCycle";
import { asBilling, type ChargeOutcome, chargeCycle } from "./chargeCycle";
import { subscriptionTransitions } from "./subscriptionStates";

/**
 * A new card is stored: a renewal that waits for its payment is tried with it at once, also one that is not tried by
 * itself any more (decision S1). The caller has authorised and stored the card. Null when nothing waits; a provider that
 * does not answer leaves it to the cron ("underway").
 */
export async function chargeAfterNewCard(ctx: Context, subscriptionId: string): Promise<ChargeOutcome | null> {
  const billing = asBilling(ctx);
  const row = await ctx.db.select().from(subscriptions).where(eq(subscriptions.id, subscriptionId)).get();
  if (!row || (row.status !== "Due" && row.status !== "Past_Due")) return null;
  const cycle = row.currentCycle + 1;
  await writeTogether(ctx.db, newCardStatements(ctx, row));
  const claimed = await claimCycle(billing, { subscriptionId, cycle, origin: "customer" });
  if (!claimed) return "underway";
  try {
    return await chargeCycle(billing, claimed);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    return "underway";
  }
}

/** The tries begin anew for a new card; a cron that takes over from here goes on with it. */
const newCardStatements = (ctx: Context, { id, status, currentCycle }: typeof subscriptions.$inferSelect) => [
  ctx.db
    .update(subscriptions)
    .set({ status: subscriptionTransitions[status].newCard ?? status, version: sql`${subscriptions.version} + 1` })
    .where(and(eq(subscriptions.id, id), eq(subscriptions.status, status))),
  ctx.db
    .update(billingCycles)
    .set({ state: "open", tries: 0, firstTriedAt: null, actionNeeded: false, nextTryAt: ctx.now })
    .where(
      and(
        eq(billingCycles.subscriptionId, id),
        eq(billingCycles.cycle, currentCycle + 1),
        inArray(billingCycles.state, ["open", "failed"]),
      ),
    ),
];
