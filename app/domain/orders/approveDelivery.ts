import { authorize } from "../access";
import type { Context } from "../context";
import { historyStatement } from "../history/historyStatement";
import { notifyStatements } from "../notifications/notifyStatements";
import { deliveredOrder, mustAwaitAnswer } from "./deliveredOrder";
import { writeOrder } from "./editableOrder";
import { tellReaders } from "./tellReaders";

/**
 * The customer accepts what was delivered; assignee, else every staff member, hear of it. Approved again, nothing
 * changes. Throws NotFound; Conflict when there is no report to approve, or the order is changed at the same moment.
 */
export async function approveDelivery(ctx: Context, { orderId }: { orderId: string }): Promise<void> {
  authorize(ctx, "orders.answerDelivery");
  const { reports, ...order } = await deliveredOrder(ctx, orderId);
  if (order.approvedAt !== null) return;
  mustAwaitAnswer({ ...order, reports });
  await writeOrder(ctx, order, { approvedAt: ctx.now }, [
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
