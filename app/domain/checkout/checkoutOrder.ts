import { and, asc, eq, ne } from "drizzle-orm";
import { orderItems, orders, subscriptions } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import type { OrderRow } from "../orderPaid";
import { orderItemColumns } from "../orders/orderItemColumns";
import { ownOrder } from "../orders/ownOrder";
import { shownDueAt } from "../orders/shownDueAt";
import { orderTaxes } from "../pricing/orderTaxes";
import { readNextAmount } from "../subscriptions/nextAmount";
import { anchorDayOf, nextPaymentDate } from "../subscriptions/nextPaymentDate";
import type { CheckoutOrder } from "./checkoutTypes";

/**
 * The order for the success page, in cents and ms. Owner only, else NotFound 'Invalid Order' (rules.md
 * checkout/success-page).
 */
export async function checkoutOrder(ctx: Context, orderId: string): Promise<CheckoutOrder> {
  authorize(ctx, "checkout.complete");
  const order = await ownOrder(ctx, orderId);
  const [items, [due]] = await ctx.db.batch([
    ctx.db
      .select(orderItemColumns)
      .from(orderItems)
      .where(eq(orderItems.orderId, order.id))
      .orderBy(asc(orderItems.sequence)),
    ctx.db
      .select({ at: shownDueAt.as("at") })
      .from(orders)
      .where(eq(orders.id, order.id)),
  ]);
  return {
    id: order.id,
    number: order.number,
    serviceId: order.serviceId,
    serviceName: order.serviceName,
    status: order.status,
    payState: order.payState,
    account: order.account,
    paymentType: order.paymentType,
    orderDuration: order.orderDuration,
    frequency: order.frequency,
    billing: order.billing,
    subtotal: order.subtotal,
    tieredTotal: order.tieredTotal,
    total: order.total,
    tax: order.tax,
    taxLines: order.taxLines,
    couponCode: order.couponCode,
    createdAt: order.createdAt,
    paidAt: order.paidAt,
    dueAt: due?.at ?? null,
    renewal: await renewalOf(ctx, order),
    items,
  };
}

/**
 * The next charge. For an unpaid order, computed as if it were paid now (rules.md coupons/first-payment). Null for
 * the order of a renewal.
 */
async function renewalOf(ctx: Context, order: OrderRow): Promise<CheckoutOrder["renewal"]> {
  if (order.paymentType !== "SUBSCRIPTION") return null;
  if (order.payState === "unpaid")
    return order.subscriptionId
      ? null
      : {
          amount: order.tieredTotal + orderTaxes(ctx, order.billing.country, order.tieredTotal).added,
          at: nextPaymentDate(ctx.now, anchorDayOf(ctx.now), order),
        };
  const running = await ctx.db
    .select({ id: subscriptions.id, renewalAmount: subscriptions.renewalAmount, at: subscriptions.nextPayment })
    .from(subscriptions)
    .where(and(eq(subscriptions.initialOrderId, order.id), ne(subscriptions.status, "Cancelled")))
    .get();
  return running ? { amount: (await readNextAmount(ctx, running)).amount, at: running.at } : null;
}
