import { eq } from "drizzle-orm";
import { orderCounters } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { type OrderStatus, orderStatuses } from "./orderStates";

/** How many orders of all clients stand in each status, from the kept counters. */
export async function orderStatusCounts(ctx: Context): Promise<Record<OrderStatus, number>> {
  authorize(ctx, "orders.edit");
  const rows = await ctx.db
    .select({ status: orderCounters.status, count: orderCounters.count })
    .from(orderCounters)
    .where(eq(orderCounters.scope, "all"));
  const counts = Object.fromEntries(orderStatuses.map((status) => [status, 0])) as Record<OrderStatus, number>;
  for (const { status, count } of rows) counts[status] = count;
  return counts;
}
