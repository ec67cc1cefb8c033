import { and, asc, eq } from "drizzle-orm";
import { named } from "~db/named";
import { orderReports, orders, uploads } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { NotFound } from "../errors";
import { visibleOrders } from "../orders/visibleOrders";
import { fileAddress } from "../uploads/fileAddress";
import type { OrderReport } from "./orderReport";

/** The reports of an order, oldest first. Throws NotFound. */
export async function findReports(ctx: Context, orderId: string): Promise<OrderReport[]> {
  authorize(ctx, "orders.reports");
  const [[order], rows] = await ctx.db.batch([
    ctx.db
      .select({ id: orders.id })
      .from(orders)
      .where(and(visibleOrders(ctx.actor), eq(orders.id, orderId))),
    ctx.db
      .select({
        id: orderReports.id,
        key: orderReports.uploadKey,
        fileName: named(orderReports.fileName, "report_name"),
        size: uploads.size,
        createdAt: named(orderReports.createdAt, "reported_at"),
      })
      .from(orderReports)
      .innerJoin(uploads, eq(uploads.key, orderReports.uploadKey))
      .where(eq(orderReports.orderId, orderId))
      .orderBy(asc(orderReports.createdAt), asc(orderReports.id)),
  ]);
  if (!order) throw new NotFound();
  return rows.map(({ key, ...report }) => ({ ...report, url: fileAddress(key) }));
}
