import { and, eq, isNull } from "drizzle-orm";
import { orders, subscriptions } from "~db/schema";
import type { OrderPaidHandler } from "../orderPaid";
import { anchorDayOf, nextPaymentDate } from "./nextPaymentDate";

/**
 * Creates the subscription of a first recurring order. Freezes account, card and renewal amount, which excludes the
 * coupon (rules.md coupons/first-payment, payments/two-accounts, subscriptions/cycle-count, subscriptions/anchor).
 * Skips renewal orders and orders cancelled before payment.
 */
export const startSubscriptionOnPaid: OrderPaidHandler = (ctx, settlement) => {
  const { order, paidAt, customerId, paymentMethodId, wasCancelled } = settlement;
  if (order.paymentType !== "SUBSCRIPTION" || order.subscriptionId || wasCancelled) return [];
  if (!customerId || !paymentMethodId) throw new Error("A recurring order was paid without a card for its renewals");
  // The first order's id, so an order rebuilt from its payment creates the subscription that its renewals refer to.
  const { id } = order;
  const anchorDay = anchorDayOf(paidAt);
  return [
    ctx.db
      .insert(subscriptions)
      .values({
        id,
        clientId: order.clientId,
        serviceId: order.serviceId,
        serviceName: order.serviceName,
        initialOrderId: order.id,
        account: order.account,
        customerId,
        paymentMethodId,
        status: "Active",
        currentCycle: 1,
        renewalAmount: order.tieredTotal,
        orderDuration: order.orderDuration,
        frequency: order.frequency,
        anchorDay,
        previousPayment: paidAt,
        nextPayment: nextPaymentDate(paidAt, anchorDay, order),
        createdAt: ctx.now,
      })
      .onConflictDoNothing({ target: subscriptions.initialOrderId }),
    ctx.db
      .update(orders)
      .set({ subscriptionId: id, cycle: 1 })
      .where(and(eq(orders.id, order.id), isNull(orders.subscriptionId))),
  ];
};
