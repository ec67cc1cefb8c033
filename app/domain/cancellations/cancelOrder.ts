import { formatCents } from "~/format/money";
import { fullName } from "~/format/names";
import { authorize } from "../access";
import { adjustCommissionToOrder } from "../commissions/adjustCommissionToOrder";
import { type Context, userOf } from "../context";
import { releaseCoupon } from "../coupons/couponUses";
import { Conflict } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { adminIds } from "../notifications/adminIds";
import { notifyStatements } from "../notifications/notifyStatements";
import { editableOrder, type StoredOrder, writeOrder } from "../orders/editableOrder";
import { orderCancellation } from "../orders/orderCancellation";
import type { CancelOrderInput } from "../orders/orderInputs";
import { orderStatusLabel } from "../orders/orderStates";
import { statusNotices } from "../orders/statusNotices";
import { closePayable } from "../payments/closePayable";
import { cancelOpenLinks } from "../placements/orderLinks";
import { closeOpenPayment } from "../renewals/closeOpenPayment";
import { endSubscriptionStatements, stoppableSubscription } from "../subscriptions/stopSubscriptionStatements";

/**
 * Cancels an order with a reason: voids its unpaid commission (rules.md orders/cancel) and releases its coupon
 * (rules.md coupons/holds). Refunds nothing; `askRefund` asks the admins to. Keeps the subscription unless
 * `stopSubscription`. An unpaid order is closed at the card provider first, so nobody can pay for it. Throws NotFound;
 * Conflict when the status forbids it, a payment is in progress or the version is stale; PaymentsUnavailable.
 */
export async function cancelOrder(ctx: Context, input: CancelOrderInput): Promise<void> {
  authorize(ctx, "orders.edit");
  const order = await editableOrder(ctx, input);
  const { subscription } = await assertCancellable(ctx, order);
  if (order.payState === "unpaid") await closePayment(ctx, order);
  const stopped = input.stopSubscription && subscription ? await stoppableSubscription(ctx, subscription.id) : null;
  const statements = [
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
    ...statusNotices(ctx, order, "Cancelled", order.assignedToId),
    ...(input.askRefund && order.payState !== "unpaid" ? await refundRequest(ctx, order) : []),
  ];
  const change = { status: "Cancelled", statusBeforeCancel: order.status, cancelReason: input.reason } as const;
  await writeOrder(ctx, order, change, async () => [
    ...statements,
    ...(await adjustCommissionToOrder(ctx, { ...order, status: change.status, version: order.version + 1 })),
    ...(await cancelOpenLinks(ctx, order.id)),
  ]);
  if (stopped) await closeOpenPayment(ctx, stopped);
}

/** Tells those who may refund what to decide, as the person who cancels may not (rules.md refunds/recorded). */
async function refundRequest(ctx: Context, order: StoredOrder) {
  const staff = userOf(ctx.actor);
  const admins = (await adminIds(ctx)).filter((id) => id !== staff?.id);
  return notifyStatements(ctx, {
    recipients: { users: admins },
    description: `${staff ? fullName(staff) : "The team"} canceled order ${order.number} and asks you to refund ${formatCents(order.total - order.refunded)}. The order has the reason.`,
    kind: "clientMessage",
    type: "ORDER",
    typeSystemId: order.id,
    dedupeKey: `order.askRefund:${order.id}:${order.version + 1}`,
  });
}

/** Throws Conflict when the order's status does not allow cancelling. Returns what else a cancellation affects. */
export async function assertCancellable(ctx: Context, { id, status }: Pick<StoredOrder, "id" | "status">) {
  const cancellation = await orderCancellation(ctx, id);
  if (!cancellation.allowed) throw new Conflict(`An order that is ${orderStatusLabel(status)} cannot become Cancelled`);
  return cancellation;
}

async function closePayment(ctx: Context, order: StoredOrder) {
  const closed = await closePayable(ctx, order);
  if (closed.result === "busy")
    throw new Conflict("A payment for this order is in progress. Wait a moment and try again.");
  // The buyer's page, the webhook or the reconciliation will settle it.
  if (closed.result === "succeeded") throw new Conflict("This order was just paid. Reload the page and try again.");
}
