import { historyStatement } from "../history/historyStatement";
import type { OrderPaidHandler } from "../orderPaid";

/** One history row for the payment and the status change it caused. */
export const recordOrderPaid: OrderPaidHandler = (ctx, { order, nextStatus, wasCancelled, transactionId }) => [
  historyStatement(ctx, {
    entity: "order",
    entityId: order.id,
    action: "paid",
    changes: [
      { field: "payState", before: "unpaid", after: "paid" },
      ...(wasCancelled || order.status === nextStatus
        ? []
        : [{ field: "status", before: order.status, after: nextStatus }]),
      { field: "transactionId", before: null, after: transactionId },
    ],
    dedupeKey: `order.paid:${order.id}`,
  }),
];
