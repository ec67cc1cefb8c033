import { and, eq, lt, ne, sql } from "drizzle-orm";
import { mustHaveChanged } from "~db/client.server";
import { billingCycles, subscriptions } from "~db/schema";
import type { SettleContributor } from "../checkout/settlement";
import { historyStatement } from "../history/historyStatement";
import { notifyStatements } from "../notifications/notifyStatements";
import type { Renewal } from "./billingCycle";
import { anchorDayOf, nextPaymentDate } from "./nextPaymentDate";
import { subscriptionTransitions } from "./subscriptionStates";

/**
 * When the payment after this one is due. By its date: the next day of the anchor after the payment, so that a month without
 * this program bills one cycle and no burst (decision S6). By Charge Now: one period from today, which moves the anchor
 * (decision S2). ms UTC.
 */
function dateAfterRenewal({ cycle, subscription }: Renewal, paidAt: number) {
  if (cycle.origin === "chargeNow") {
    const anchorDay = anchorDayOf(paidAt);
    return { anchorDay, nextPayment: nextPaymentDate(paidAt, anchorDay, subscription) };
  }
  const { anchorDay } = subscription;
  let nextPayment = nextPaymentDate(cycle.dueAt, anchorDay, subscription);
  while (nextPayment <= paidAt) nextPayment = nextPaymentDate(nextPayment, anchorDay, subscription);
  return { anchorDay, nextPayment };
}

/**
 * One step of the subscription, once for its cycle: the guard takes the whole batch back. One that was cancelled while
 * its card was being charged stays Cancelled, and staff are told (decision S5).
 */
export const settleCycle: SettleContributor = (ctx, { renewal, order, paidAt }) => {
  if (!renewal) return [];
  const { cycle, subscription } = renewal;
  const status = subscriptionTransitions[subscription.status].paid ?? subscription.status;
  return [
    ctx.db
      .update(subscriptions)
      .set({
        status,
        currentCycle: cycle.cycle,
        previousPayment: paidAt,
        ...dateAfterRenewal(renewal, paidAt),
        version: sql`${subscriptions.version} + 1`,
      })
      .where(
        and(
          eq(subscriptions.id, subscription.id),
          lt(subscriptions.currentCycle, cycle.cycle),
          eq(subscriptions.version, subscription.version),
        ),
      ),
    mustHaveChanged(ctx.db),
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
    mustHaveChanged(ctx.db),
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
          description: `Order ${order.number} was paid although its subscription was cancelled during the charge. Refund it or deliver it.`,
          type: "ORDER",
          typeSystemId: order.id,
          dedupeKey: `renewal.afterCancel:${subscription.id}:${cycle.cycle}`,
        })
      : []),
  ];
};
