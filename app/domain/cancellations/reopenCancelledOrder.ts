import { authorize } from "../access";
import { adjustCommissionToOrder } from "../commissions/adjustCommissionToOrder";
import type { Context } from "../context";
import { retakeCoupon } from "../coupons/couponUses";
import { Conflict } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { editableOrder, type StoredOrder, writeOrder } from "../orders/editableOrder";
import type { ReopenCancelledOrderInput } from "../orders/orderInputs";
import type { OrderStatus } from "../orders/orderStates";
import { statusNotices } from "../orders/statusNotices";
import { restoreLinks } from "../placements/orderLinks";

/** The history action. Closing unpaid orders counts from this entry, so a reopened order can still be paid. */
export const CANCELLED_ORDER_REOPENED = "Cancelled order reopened";

/** The status a cancelled order returns to. Without a stored one it depends on the payment. */
export const statusBeforeCancel = (order: Pick<StoredOrder, "statusBeforeCancel" | "payState">): OrderStatus =>
  order.statusBeforeCancel ?? (order.payState === "unpaid" ? "Abandoned_Checkout" : "Active");

/**
 * A SuperAdmin returns a cancelled order to its previous status, with a reason for the history (rules.md
 * orders/states). Its commission counts again, but a stopped subscription stays stopped. Throws NotFound; Conflict
 * when it is not cancelled or the version is stale.
 */
export async function reopenCancelledOrder(ctx: Context, input: ReopenCancelledOrderInput): Promise<void> {
  authorize(ctx, "orders.reopenCancelled");
  const order = await editableOrder(ctx, input);
  if (order.status !== "Cancelled") throw new Conflict("Only a canceled order can be reopened");
  const status = statusBeforeCancel(order);
  const statements = [
    historyStatement(ctx, {
      entity: "order",
      entityId: order.id,
      action: CANCELLED_ORDER_REOPENED,
      changes: [
        { field: "status", before: "Cancelled", after: status },
        { field: "comment", before: order.cancelReason, after: null },
        { field: "reason", before: null, after: input.reason },
      ],
    }),
    ...retakeCoupon(ctx, order),
    ...statusNotices(ctx, order, status, order.assignedToId),
  ];
  await writeOrder(ctx, order, { status, statusBeforeCancel: null, cancelReason: null }, async () => [
    ...statements,
    ...(await adjustCommissionToOrder(ctx, { ...order, status, version: order.version + 1 })),
    ...(await restoreLinks(ctx, order.id)),
  ]);
}
