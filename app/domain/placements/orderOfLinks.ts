import { and, eq } from "drizzle-orm";
import { orders, placements } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { NotFound } from "../errors";
import { visibleInOrder } from "./visiblePlacements";

/** The order of links that the actor can see. Throws NotFound for an order without any. */
export async function orderOfLinks(ctx: Context, orderId: string): Promise<{ id: string; number: number }> {
  authorize(ctx, "placements.list");
  const [order] = await ctx.db
    .select({ id: orders.id, number: orders.number })
    .from(placements)
    .innerJoin(orders, eq(orders.id, placements.orderId))
    .where(and(visibleInOrder(ctx.actor), eq(placements.orderId, orderId)))
    .limit(1);
  if (!order) throw new NotFound();
  return order;
}
