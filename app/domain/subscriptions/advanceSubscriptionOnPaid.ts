import { and, eq, lt, ne, sql } from "drizzle-orm";
import { assertRowsChanged, type BatchStatement } from "~db/client.server";
import { insertMany } from "~db/insertRows";
import { billingCycles, missedCycles, subscriptions } from "~db/schema";
import type { Context } from "../context";
import { historyStatement } from "../history/historyStatement";
import { notifyStatements } from "../notifications/notifyStatements";
import type { OrderPaidHandler, Renewal } from "../orderPaid";
import { anchorDayOf, nextPaymentDate } from "./nextPaymentDate";
import { subscriptionTransitions } from "./subscriptionStates";

/**
 * The due date of the following payment, ms UTC. Scheduled: the next anchor day after the payment, so a month of
 * downtime bills one cycle, not several (rules.md subscriptions/anchor). Charge Now: one period from today, which
 * moves the anchor (rules.md subscriptions/charge-now). A missed payment changes no date (rules.md
 * subscriptions/missed).
 */
function dateAfterRenewal({ cycle, subscription }: Renewal, paidAt: number) {
  if (cycle.origin === "chargeNow") {
    const anchorDay = anchorDayOf(paidAt);
    return { anchorDay, nextPayment: nextPaymentDate(paidAt, anchorDay, subscription) };
  }
  const { anchorDay } = subscription;
  if (cycle.origin === "missed") return { anchorDay, nextPayment: subscription.nextPayment };
  let nextPayment = nextPaymentDate(cycle.dueAt, anchorDay, subscription);
  while (nextPayment <= paidAt) nextPayment = nextPaymentDate(nextPayment, anchorDay, subscription);
  return { anchorDay, nextPayment };
}

/** A year of weekly payments: more than any outage misses. */
const MAX_MISSED = 53;

/** The dates that passed before billing started this cycle. Later ones passed because the client did not pay. */
export function missedDates({ cycle, subscription }: Renewal): number[] {
  if (cycle.origin !== "schedule") return [];
  const dates: number[] = [];
  const after = (date: number) => nextPaymentDate(date, subscription.anchorDay, subscription);
  for (let date = after(cycle.dueAt); date <= cycle.createdAt && dates.length < MAX_MISSED; date = after(date))
    dates.push(date);
  return dates;
}

function missedStatements(ctx: Context, renewal: Renewal): BatchStatement[] {
  const { cycle, subscription } = renewal;
  const subscriptionId = subscription.id;
  if (cycle.origin === "missed")
    return [
      ctx.db
        .update(missedCycles)
        .set({ state: "charged", cycle: cycle.cycle, decidedAt: ctx.now })
        .where(
          and(
            eq(missedCycles.subscriptionId, subscriptionId),
            eq(
              missedCycles.dueAt,
              sql`(select min(due_at) from missed_cycles where subscription_id = ${subscriptionId} and state = 'open')`,
            ),
          ),
        ),
    ];
  const dates = missedDates(renewal);
  if (dates.length === 0) return [];
  return [
    insertMany(
      ctx.db,
      missedCycles,
      dates.map((dueAt) => ({ subscriptionId, dueAt, amount: subscription.renewalAmount, createdAt: ctx.now })),
    ).onConflictDoNothing(),
  ];
}

/**
 * Advances the subscription once per cycle; the guard rolls the whole batch back. If it was cancelled during the
 * charge it stays Cancelled, and staff are notified (rules.md subscriptions/cancel).
 */
export const advanceSubscriptionOnPaid: OrderPaidHandler = (ctx, { renewal, order, paidAt }) => {
  if (!renewal) return [];
  const { cycle, subscription } = renewal;
  const status = subscriptionTransitions[subscription.status].paid ?? subscription.status;
  const dates = dateAfterRenewal(renewal, paidAt);
  return [
    ctx.db
      .update(subscriptions)
      .set({
        status,
        currentCycle: cycle.cycle,
        previousPayment: paidAt,
        ...dates,
        // A payment under way when the customer cancelled is kept, so the end of what is paid moves with it.
        ...(subscription.endsAt === null ? {} : { endsAt: dates.nextPayment }),
        version: sql`${subscriptions.version} + 1`,
      })
      .where(
        and(
          eq(subscriptions.id, subscription.id),
          lt(subscriptions.currentCycle, cycle.cycle),
          eq(subscriptions.version, subscription.version),
        ),
      ),
    assertRowsChanged(ctx.db),
    ctx.db
      .update(billingCycles)
      .set({ state: "paid", orderId: order.id, paidAt, leaseUntil: null, nextTryAt: null, actionNeeded: false })
      .where(
        and(
          eq(billingCycles.subscriptionId, subscription.id),
          eq(billingCycles.cycle, cycle.cycle),
          ne(billingCycles.state, "paid"),
        ),
      ),
    assertRowsChanged(ctx.db),
    ...missedStatements(ctx, renewal),
    historyStatement(ctx, {
      entity: "subscription",
      entityId: subscription.id,
      action: "Renewal paid",
      changes: [
        { field: "currentCycle", before: subscription.currentCycle, after: cycle.cycle },
        ...(status === subscription.status ? [] : [{ field: "status", before: subscription.status, after: status }]),
        { field: "orderId", before: null, after: order.number },
      ],
      dedupeKey: `renewal.paid:${subscription.id}:${cycle.cycle}`,
    }),
    ...(subscription.status === "Cancelled"
      ? notifyStatements(ctx, {
          recipients: "staff",
          description: `Order ${order.number} was paid although its subscription was canceled during the charge. Refund it or deliver it.`,
          type: "ORDER",
          typeSystemId: order.id,
          dedupeKey: `renewal.afterCancel:${subscription.id}:${cycle.cycle}`,
        })
      : []),
  ];
};
