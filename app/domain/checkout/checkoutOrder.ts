import { asc, eq } from "drizzle-orm";
import { orderItems } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { orderItemColumns } from "../orders/orderItemColumns";
import type { CheckoutOrder } from "./checkoutAnswers";
import { ownOrder } from "./ownOrder";

/** The read-only summary of the success page, in cents and ms. Owner only, else NotFound 'Invalid Order' (decision C13). */
export async function checkoutOrder(ctx: Context, orderId: string): Promise<CheckoutOrder> {
  authorize(ctx, "checkout.complete");
  const order = await ownOrder(ctx, orderId);
  const items = await ctx.db
    .select(orderItemColumns)
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id))
    .orderBy(asc(orderItems.sequence));
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
    couponCode: order.couponCode,
    createdAt: order.createdAt,
    paidAt: order.paidAt,
    items,
  };
}
