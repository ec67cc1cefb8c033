import { and, desc, eq, exists, inArray, lt } from "drizzle-orm";
import { orderEntries, orders } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { visibleOrders } from "../orders/visibleOrders";
import { type EarlierAnswers, earlierAnswers } from "./earlierAnswers";

/** How many orders of a client are looked through, newest first. */
const MAX_SEARCHED = 50;

/** The answers for the client's last order of the same service before this one; null without any. */
export async function lastAnswers(ctx: Context, orderId: string): Promise<EarlierAnswers | null> {
  authorize(ctx, "checkout.view");
  const order = await ctx.db
    .select({ clientId: orders.clientId, serviceId: orders.serviceId, createdAt: orders.createdAt })
    .from(orders)
    .where(and(visibleOrders(ctx.actor), eq(orders.id, orderId)))
    .get();
  if (!order) return null;
  const before = ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.clientId, order.clientId), lt(orders.createdAt, order.createdAt)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(MAX_SEARCHED);
  const answers = ctx.db
    .select({ id: orderEntries.id })
    .from(orderEntries)
    .where(and(eq(orderEntries.orderId, orders.id), eq(orderEntries.role, "CUSTOMER")));
  const last = await ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.id, before), eq(orders.serviceId, order.serviceId), exists(answers)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(1)
    .get();
  return last ? await earlierAnswers(ctx, last.id) : null;
}
