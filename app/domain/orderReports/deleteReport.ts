import { and, eq } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { orderReports, uploads } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { NotFound } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { findReports } from "./findReports";
import type { OrderReport } from "./orderReport";
import { reportToDelete } from "./reportToDelete";

/**
 * Withdraws a report: the customer can no longer see or download it, and the next sweep deletes the file. Returns the
 * remaining reports. Throws NotFound for an unknown or deleted report.
 */
export async function deleteReport(ctx: Context, input: { orderId: string; reportId: string }): Promise<OrderReport[]> {
  authorize(ctx, "orders.manageReports");
  const report = await reportToDelete(ctx, input);
  try {
    await atomicBatch(ctx.db, [
      ctx.db.delete(orderReports).where(and(eq(orderReports.id, report.id), eq(orderReports.orderId, report.orderId))),
      assertRowsChanged(ctx.db),
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
  } catch (error) {
    if (error instanceof PreconditionFailed) throw new NotFound();
    throw error;
  }
  return await findReports(ctx, report.orderId);
}
