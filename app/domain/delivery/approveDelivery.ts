import { sql } from "drizzle-orm";
import { assertHolds } from "~db/client.server";
import { authorize } from "../access";
import type { Context } from "../context";
import { Conflict } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { notifyViewers } from "../messages/notifyViewers";
import { notifyStatements } from "../notifications/notifyStatements";
import { type StoredOrder, writeOrder } from "../orders/editableOrder";
import { staffTransitions } from "../orders/orderStates";
import { changed, completedNames, stepsAfter, timesAfter } from "../orders/updateOrder";
import { assertNoOpenLinks, openLinks } from "../placements/orderLinks";
import { customerName, deliveredOrder, lastReportOf, mustAwaitAnswer } from "./deliveredOrder";

const REPORTS_CHANGED = "The reports for this order have changed. Review them before you answer.";

/**
 * Records the customer's approval and notifies the assignee, else all staff. An order with requested changes is then
 * completed. Idempotent. `reportId` is the newest
 * report that the customer saw, so nobody approves a later one (rules.md forms/version). Throws NotFound; Conflict
 * when there is no report to approve, a newer one exists, or the order changed concurrently.
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
  const completes = await endsWithApproval(ctx, order);
  const status = completes ? "Completed" : order.status;
  const subStatuses = stepsAfter(order, {}, status);
  const times = timesAfter(ctx, order, status);
  const columns = { approvedAt: ctx.now, awaitingSince: null, status, subStatuses, ...times };
  await writeOrder(ctx, order, columns, [
    // A new report does not change the order's version, so check for one inside the batch.
    assertHolds(ctx.db, sql`${lastReportOf(order.id)} is ${lastReportId}`),
    ...(completes ? [assertNoOpenLinks(ctx, order.id)] : []),
    historyStatement(ctx, {
      entity: "order",
      entityId: order.id,
      action: "Delivery approved",
      changes: [
        { field: "approvedDate", before: null, after: ctx.now },
        ...[
          changed("status", order.status, status),
          changed("subStatuses", completedNames(order.subStatuses), completedNames(subStatuses)),
          changed("completedDate", order.completedAt, times.completedAt),
        ].filter((change) => change !== null),
      ],
    }),
    ...notifyStatements(ctx, {
      recipients: { assigneeElseStaffOfOrder: order.id },
      description: `${customerName(ctx)} approved order ${order.number}: ${order.serviceName}${completes ? ". The order is now Completed." : ""}`,
      kind: "clientMessage",
      type: "ORDER",
      typeSystemId: order.id,
      dedupeKey: `order.approved:${order.id}:${order.version + 1}`,
    }),
  ]);
  notifyViewers(ctx, order, "Customer");
}

/** Asking for changes reopened the order, so the approval of the new delivery completes it, unless links are open. */
const endsWithApproval = async (ctx: Context, { id, status, changeRequests }: StoredOrder) =>
  changeRequests > 0 && staffTransitions[status].includes("Completed") && (await openLinks(ctx, id)).length === 0;
