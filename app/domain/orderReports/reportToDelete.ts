import { and, eq } from "drizzle-orm";
import { named } from "~db/named";
import { orderReports, orders } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { NotFound } from "../errors";
import { visibleOrders } from "../orders/visibleOrders";

export interface ReportToDelete {
  id: string;
  orderId: string;
  orderNumber: number;
  fileName: string;
  uploadKey: string;
}

/** The report named in the deletion dialog. Staff only. Throws NotFound. */
export async function reportToDelete(
  ctx: Context,
  { orderId, reportId }: { orderId: string; reportId: string },
): Promise<ReportToDelete> {
  authorize(ctx, "orders.manageReports");
  const report = await ctx.db
    .select({
      id: named(orderReports.id, "report_id"),
      orderId: orderReports.orderId,
      orderNumber: orders.number,
      fileName: orderReports.fileName,
      uploadKey: named(orderReports.uploadKey, "report_key"),
    })
    .from(orderReports)
    .innerJoin(orders, eq(orders.id, orderReports.orderId))
    .where(and(visibleOrders(ctx.actor), eq(orders.id, orderId), eq(orderReports.id, reportId)))
    .get();
  if (!report) throw new NotFound();
  return report;
}
