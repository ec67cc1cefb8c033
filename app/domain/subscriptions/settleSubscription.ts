import { and, eq, isNull } from "drizzle-orm";
import { orders, subscriptions } from "~db/schema";
import type { SettleContributor } from "../checkout/settlement";
import { anchorDayOf, nextPaymentDate } from "./nextPaymentDate";

/**
 * The subscription that a first recurring order opens: account, card and renewal amount are frozen, the amount without
 * the coupon (decisions C3, C10, S3, S6). None for a renewal's order, nor for one that was cancelled meanwhile.
 */
export const settleSubscription: SettleContributor = (ctx, settlement) => {
  const { order, paidAt, customerId, paymentMethodId, wasCancelled } = settlement;
  if (order.paymentType !== "SUBSCRIPTION" || order.subscriptionId || wasCancelled) return [];
  if (!customerId || !paymentMethodId) throw new Error("A recurring order was paid without a card to charge again");
  // The first order's id: an order that is rebuilt from its payment opens the subscription that its renewals name.
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
