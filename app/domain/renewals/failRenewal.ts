import { and, eq, inArray, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { billingCycles, subscriptions } from "~db/schema";
import type { Context } from "../context";
import { historyStatement } from "../history/historyStatement";
import type { CycleRow, Renewal } from "../orderPaid";
import type { PaymentState } from "../ports/payments";
import { heldCycle } from "../subscriptions/billingCycle";
import { subscriptionTransitions } from "../subscriptions/subscriptionStates";
import { afterDecline, asksOwner } from "./dunning";
import { failedRenewalNotices } from "./renewalNotices";

/**
 * Records a declined try with the date of the next one or the end of dunning (rules.md subscriptions/dunning), and
 * notifies once. Writes only while the lease holds. Returns the updated cycle, or null when the card was replaced:
 * the next run tries the new card.
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
  const { event, nextTryAt } = afterDecline(decline, {
    tries,
    firstTriedAt,
    now: ctx.now,
    retryDays: ctx.settings.payments.retryDays,
  });
  const status = subscriptionTransitions[subscription.status][event] ?? subscription.status;
  const actionNeeded = cycle.actionNeeded || asksOwner(decline);
  const state = event === "triesOver" ? "failed" : "open";
  const after: CycleRow = {
    ...cycle,
    // A Charge Now ends with its response, unless the bank needs the cardholder to finish it.
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
      // The card first: if it was replaced, this decline does not count and the batch rolls back.
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
    // New card, cancellation or concurrent settlement: record the try and let the next run decide.
    await ctx.db
      .update(billingCycles)
      .set({ leaseUntil: null, lastChargeId: intent.latestChargeId })
      .where(heldCycle(cycle));
    return null;
  }
  ctx.after(() => ctx.publish.outboxWaiting());
  return after;
}

/** Identifies the try, so that recording it again changes nothing. */
const tryKey = ({ subscriptionId, cycle, sequence, lastChargeId, tries }: CycleRow) =>
  `renewal.failed:${subscriptionId}:${cycle}:${sequence}:${lastChargeId ?? tries}:${tries}`;
