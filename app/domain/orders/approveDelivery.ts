import { sql } from "drizzle-orm";
import { authorize } from "../access";
import type { Context } from "../context";
import { Conflict } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { notifyStatements } from "../notifications/notifyStatements";
import { deliveredOrder, lastReportOf, mustAwaitAnswer } from "./deliveredOrder";
import { writeOrder } from "./editableOrder";
import { tellReaders } from "./tellReaders";

export const REPORTS_CHANGED = "The reports for this order have changed. Review them before you answer.";

/**
 * The customer accepts what was delivered; assignee, else every staff member, hear of it. Approved again, nothing
 * changes. `reportId` names the newest report that they saw (checked when sent, as decision R13 has it): nobody approves
 * what came after. Throws NotFound; Conflict when there is no report to approve, another one than was seen, or the order
 * is changed at the same moment.
 */
export async function approveDelivery(
  ctx: Context,
  { orderId, reportId }: { orderId: string; reportId?: string },
): Promise<void> {
  authorize(ctx, "orders.answerDelivery");
  const { reports, lastReportId, ...order } = await deliveredOrder(ctx, orderId);
  if (order.approvedAt !== null) return;
  mustAwaitAnswer({ ...order, reports });
  if (reportId !== undefined && reportId !== lastReportId) throw new Conflict(REPORTS_CHANGED);
  await writeOrder(ctx, order, { approvedAt: ctx.now }, [
    // A report leaves the order's version alone: it is looked at once more.
    ctx.db
      .select({ same: sql`case when ${lastReportOf(order.id)} is ${lastReportId} then 1 else json('x') end` })
      .from(sql`(select 1)`),
    historyStatement(ctx, {
      entity: "order",
      entityId: order.id,
      action: "Delivery approved",
      changes: [{ field: "approvedDate", before: null, after: ctx.now }],
    }),
    ...notifyStatements(ctx, {
      recipients: { assigneeElseStaffOfOrder: order.id },
      description: `The client approved order ${order.number}`,
      kind: "clientMessage",
      type: "ORDER",
      typeSystemId: order.id,
      dedupeKey: `order.approved:${order.id}:${order.version + 1}`,
    }),
  ]);
  tellReaders(ctx, order, "Customer");
}
