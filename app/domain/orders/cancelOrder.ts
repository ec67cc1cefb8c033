import { authorize } from "../access";
import { closePayable } from "../checkout/closePayable";
import { followOrder } from "../commissions/followOrder";
import type { Context } from "../context";
import { releaseCoupon } from "../coupons/couponUses";
import { Conflict } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { closeOpenPayment } from "../subscriptions/closeOpenPayment";
import { endSubscriptionStatements, stoppableSubscription } from "../subscriptions/stopSubscriptionStatements";
import { editableOrder, type StoredOrder, writeOrder } from "./editableOrder";
import { orderCancellation } from "./orderCancellation";
import type { CancelOrderInput } from "./orderInputs";
import { orderStatusLabel } from "./orderStates";
import { statusNotices } from "./statusNotices";

/**
 * Cancels an order with its reason; its subscription goes on unless `stopSubscription`, its unpaid commission is void
 * (decision O5) and its coupon free again (decision C7). Nothing is refunded by it. An unpaid order is closed at the card
 * provider first, so that nobody pays for it any more. Throws
 * NotFound; Conflict when its status does not allow it, it is just being paid or its version is over; PaymentsUnavailable.
 */
export async function cancelOrder(ctx: Context, input: CancelOrderInput): Promise<void> {
  authorize(ctx, "orders.edit");
  const order = await editableOrder(ctx, input);
  const { subscription } = await assertCancellable(ctx, order);
  if (order.payState === "unpaid") await closePayment(ctx, order);
  const stopped = input.stopSubscription && subscription ? await stoppableSubscription(ctx, subscription.id) : null;
  await writeOrder(ctx, order, { status: "Cancelled", statusBeforeCancel: order.status, cancelReason: input.reason }, [
    historyStatement(ctx, {
      entity: "order",
      entityId: order.id,
      action: "Order cancelled",
      changes: [
        { field: "status", before: order.status, after: "Cancelled" },
        { field: "comment", before: order.cancelReason, after: input.reason },
        ...(stopped ? [{ field: "subscription", before: stopped.status, after: "Cancelled" }] : []),
      ],
    }),
    ...releaseCoupon(ctx, order),
    ...(stopped ? endSubscriptionStatements(ctx, stopped, input.reason) : []),
    ...followOrder(ctx, order.id),
    ...statusNotices(ctx, order, "Cancelled", order.assignedToId),
  ]);
  if (stopped) await closeOpenPayment(ctx, stopped);
}

/** Throws Conflict when the order's status does not allow it; answers what else a cancellation would be about. */
export async function assertCancellable(ctx: Context, { id, status }: Pick<StoredOrder, "id" | "status">) {
  const cancellation = await orderCancellation(ctx, id);
  if (!cancellation.allowed) throw new Conflict(`An order that is ${orderStatusLabel(status)} cannot become Cancelled`);
  return cancellation;
}

async function closePayment(ctx: Context, order: StoredOrder) {
  const closed = await closePayable(ctx, order);
  if (closed.result === "busy")
    throw new Conflict("A payment for this order is in progress. Wait a moment and try again.");
  // Its settlement is on the way, by the buyer's page, the provider's message or the reconciliation.
  if (closed.result === "succeeded") throw new Conflict("This order was just paid. Reload the page and try again.");
}
