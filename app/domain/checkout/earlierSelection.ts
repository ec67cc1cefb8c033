import { and, asc, eq, inArray } from "drizzle-orm";
import { orderItems, orders } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { visibleOrders } from "../orders/visibleOrders";

/** The packages, quantities and payment type of an order that the actor may see; null for any other id or service. */
export async function earlierSelection(ctx: Context, { orderId, serviceId }: { orderId: string; serviceId: string }) {
  authorize(ctx, "checkout.view");
  const seen = and(visibleOrders(ctx.actor), eq(orders.id, orderId), eq(orders.serviceId, serviceId));
  const [[order], items] = await ctx.db.batch([
    ctx.db.select({ paymentType: orders.paymentType }).from(orders).where(seen),
    ctx.db
      .select({
        packageId: orderItems.packageId,
        packageName: orderItems.packageName,
        quantity: orderItems.quantity,
        addOn: orderItems.addOn,
      })
      .from(orderItems)
      .where(inArray(orderItems.orderId, ctx.db.select({ id: orders.id }).from(orders).where(seen)))
      .orderBy(asc(orderItems.sequence)),
  ]);
  return order ? { ...order, items } : null;
}
