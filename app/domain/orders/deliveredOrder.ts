import { and, eq, sql } from "drizzle-orm";
import { orders } from "~db/schema";
import type { Context } from "../context";
import { Conflict, NotFound } from "../errors";
import { awaitsAnswer } from "./deliveryAnswer";
import type { StoredOrder } from "./editableOrder";
import { visibleOrders } from "./visibleOrders";

/** The customer's own order with how many reports it has. Throws NotFound. */
export async function deliveredOrder(ctx: Context, id: string): Promise<StoredOrder & { reports: number }> {
  const row = await ctx.db
    .select({
      order: orders,
      reports: sql<number>`(select count(*) from order_reports where order_reports.order_id = orders.id)`.as("reports"),
    })
    .from(orders)
    .where(and(visibleOrders(ctx.actor), eq(orders.id, id)))
    .get();
  if (!row) throw new NotFound();
  return { ...row.order, reports: row.reports };
}

/** Throws Conflict when there is nothing to answer to. */
export function mustAwaitAnswer(order: StoredOrder & { reports: number }) {
  if (awaitsAnswer(order)) return;
  throw new Conflict(
    order.approvedAt === null
      ? "There is no delivered report to answer to."
      : "This delivery is already approved. Please send a message instead.",
  );
}
