import { and, eq, type SQL, sql } from "drizzle-orm";
import { orders } from "~db/schema";
import { type Context, userOf } from "../context";
import { Conflict, NotFound } from "../errors";
import { nameInNotifications } from "../notifications/greeting";
import type { StoredOrder } from "../orders/editableOrder";
import { visibleOrders } from "../orders/visibleOrders";
import { awaitsAnswer } from "./deliveryAnswer";

interface DeliveredOrder extends StoredOrder {
  reports: number;
  lastReportId: string | null;
}

export const lastReportOf = (orderId: string | SQL) =>
  sql<
    string | null
  >`(select id from order_reports where order_id = ${orderId} order by created_at desc, id desc limit 1)`;

/** The customer's own order with its delivery. Throws NotFound. */
export async function deliveredOrder(ctx: Context, id: string): Promise<DeliveredOrder> {
  const row = await ctx.db
    .select({
      order: orders,
      reports: sql<number>`(select count(*) from order_reports where order_reports.order_id = orders.id)`.as("reports"),
      lastReportId: lastReportOf(sql.raw("orders.id")).as("last_report_id"),
    })
    .from(orders)
    .where(and(visibleOrders(ctx.actor), eq(orders.id, id)))
    .get();
  if (!row) throw new NotFound();
  return { ...row.order, reports: row.reports, lastReportId: row.lastReportId };
}

/** The customer who answers, as staff read it. */
export function customerName({ actor }: Context) {
  const customer = userOf(actor);
  return customer ? nameInNotifications(customer) : "The client";
}

/** Throws Conflict when there is nothing to answer. */
export function mustAwaitAnswer(order: StoredOrder & { reports: number }) {
  if (awaitsAnswer(order)) return;
  throw new Conflict(
    order.approvedAt === null
      ? "There is no delivered report to respond to."
      : "You already approved this delivery. Send a message instead.",
  );
}
