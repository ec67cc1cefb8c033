import { and, eq, inArray, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { billingCycles, subscriptions } from "~db/schema";
import type { Context } from "../context";
import { historyStatement } from "../history/historyStatement";
import type { PaymentState } from "../ports";
import { type CycleRow, heldCycle, type Renewal } from "./billingCycle";
import { afterDecline, asksOwner } from "./dunning";
import { failedRenewalNotices } from "./renewalNotices";
import { subscriptionTransitions } from "./subscriptionStates";

/**
 * Writes down a try that the provider answered with a decline: when the next one is, or that there is none
 * (rules.md subscriptions/dunning), who is told, once. Written only by who holds the claim. Answers the cycle as it
 * then stands; null when the card is another one by now, about which the failure says nothing: the next run tries it.
 */
export async function failRenewal(ctx: Context, renewal: Renewal, intent: PaymentState): Promise<CycleRow | null> {
  const { cycle, subscription } = renewal;
  const decline = intent.decline ?? {
    code: "card_declined",
    declineCode: null,
    adviceCode: null,
    message: "Your card was declined.",
    paymentMethodId: null,
  };
  const tries = cycle.tries + 1;
  const firstTriedAt = cycle.firstTriedAt ?? ctx.now;
  const { event, nextTryAt } = afterDecline(decline, { tries, firstTriedAt, now: ctx.now });
  const status = subscriptionTransitions[subscription.status][event] ?? subscription.status;
  const actionNeeded = cycle.actionNeeded || asksOwner(decline);
  const state = event === "triesOver" ? "failed" : "open";
  const after: CycleRow = {
    ...cycle,
    // A Charge Now is over with its answer, unless the bank asks the card's owner to finish it.
    origin: state === "open" && actionNeeded ? cycle.origin : "schedule",
    tries,
    firstTriedAt,
    nextTryAt,
    state,
    lastChargeId: intent.latestChargeId,
    lastFailure: decline.message,
    lastFailureCode: decline.declineCode ?? decline.code,
    actionNeeded,
    leaseUntil: null,
  };
  const { subscriptionId: _, cycle: __, ...columns } = after;
  try {
    await atomicBatch(ctx.db, [
      // The card first: a new one since is not to blame, and takes the batch back.
      ctx.db
        .update(subscriptions)
        .set({ status, version: sql`${subscriptions.version} + 1` })
        .where(
          and(
            eq(subscriptions.id, subscription.id),
            eq(subscriptions.cardGeneration, subscription.cardGeneration),
            inArray(subscriptions.status, ["Active", "Due"]),
          ),
        ),
      assertRowsChanged(ctx.db),
      ctx.db.update(billingCycles).set(columns).where(heldCycle(cycle)),
      assertRowsChanged(ctx.db),
      historyStatement(ctx, {
        entity: "subscription",
        entityId: subscription.id,
        action: "Renewal failed",
        changes: [
          { field: "cycle", before: null, after: cycle.cycle },
          { field: "try", before: null, after: tries },
          { field: "decline", before: null, after: after.lastFailureCode },
          ...(status === subscription.status ? [] : [{ field: "status", before: subscription.status, after: status }]),
        ],
        dedupeKey: tryKey(after),
      }),
      ...failedRenewalNotices(ctx, { ...renewal, cycle: after }, tryKey(after)),
    ]);
  } catch (error) {
    if (!(error instanceof PreconditionFailed)) throw error;
    // Another card, a cancellation, or settled by others meanwhile: what was tried is known, the rest is looked at anew.
    await ctx.db
      .update(billingCycles)
      .set({ leaseUntil: null, lastChargeId: intent.latestChargeId })
      .where(heldCycle(cycle));
    return null;
  }
  ctx.after(() => ctx.publish.outboxWaiting());
  return after;
}

/** Names the try once, however often it is written down. */
const tryKey = ({ subscriptionId, cycle, sequence, lastChargeId, tries }: CycleRow) =>
  `renewal.failed:${subscriptionId}:${cycle}:${sequence}:${lastChargeId ?? tries}:${tries}`;
