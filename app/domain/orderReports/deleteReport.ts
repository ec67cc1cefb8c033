import { and, eq, ne, sql } from "drizzle-orm";
import { assertHolds, assertRowsChanged, atomicBatch, type BatchStatement } from "~db/client.server";
import { orderReports, orders, uploads } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { historyStatement } from "../history/historyStatement";
import { changedColumns } from "../orders/editableOrder";
import { clockAsRead, clockColumns } from "../orders/orderClock";
import { retryOnConflict } from "../retryOnConflict";
import { findReports } from "./findReports";
import type { OrderReport } from "./orderReport";
import { type ReportToDelete, reportToDelete } from "./reportToDelete";

/**
 * Withdraws a report: the customer can no longer see or download it, and the next sweep deletes the file. Without the
 * last one, the order waits for no answer and its clock goes on (rules.md orders/due). Returns the remaining reports.
 * Throws NotFound for an unknown or deleted report.
 */
export async function deleteReport(ctx: Context, input: { orderId: string; reportId: string }): Promise<OrderReport[]> {
  authorize(ctx, "orders.manageReports");
  const attempt = async () => {
    const report = await reportToDelete(ctx, input);
    await atomicBatch(ctx.db, [
      ctx.db.delete(orderReports).where(and(eq(orderReports.id, report.id), eq(orderReports.orderId, report.orderId))),
      assertRowsChanged(ctx.db),
      ...(await resumeWithoutReports(ctx, report)),
      ctx.db
        .update(uploads)
        .set({ attachedTo: null })
        .where(and(eq(uploads.key, report.uploadKey), eq(uploads.attachedTo, `order:${report.orderId}`))),
      historyStatement(ctx, {
        entity: "order",
        entityId: report.orderId,
        action: "Report deleted",
        changes: [{ field: "report", before: report.fileName, after: null }],
      }),
    ]);
  };
  await retryOnConflict(ctx, attempt);
  return await findReports(ctx, input.orderId);
}

/** Statements for the batch that deletes the report. */
async function resumeWithoutReports(ctx: Context, { id, orderId }: ReportToDelete): Promise<BatchStatement[]> {
  const [[order], [other]] = await ctx.db.batch([
    ctx.db.select().from(orders).where(eq(orders.id, orderId)),
    ctx.db
      .select({ id: orderReports.id })
      .from(orderReports)
      .where(and(eq(orderReports.orderId, orderId), ne(orderReports.id, id)))
      .limit(1),
  ]);
  const others = sql`exists (select 1 from order_reports where order_id = ${orderId})`;
  if (other) return [assertHolds(ctx.db, others)];
  if (!order || order.awaitingSince === null) return [];
  const change = { awaitingSince: null };
  return [
    ctx.db
      .update(orders)
      .set(changedColumns(order, { ...clockColumns(ctx, order, change), ...change }))
      .where(and(eq(orders.id, orderId), eq(orders.version, order.version), clockAsRead(order))),
    assertHolds(ctx.db, sql`changes() = 1 and not ${others}`),
  ];
}
