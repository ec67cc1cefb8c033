import { and, eq, sql } from "drizzle-orm";
import { assertRowsChanged } from "~db/client.server";
import { orders } from "~db/schema";
import type { OrderPaidHandler } from "../checkout/settlement";
import { changedColumns } from "./editableOrder";

/**
 * Marks the order paid and moves it to work by the intake rule. A cancelled order stays Cancelled; if a SuperAdmin
 * reopens it, it returns to work instead of the checkout (rules.md orders/unpaid, orders/states). Runs once: the
 * guard rolls the whole batch back.
 */
export const markOrderPaid: OrderPaidHandler = (ctx, settlement) => {
  const { order, paidAt, nextStatus, wasCancelled, paymentIntentId, setupIntentId } = settlement;
  return [
    ctx.db
      .update(orders)
      .set({
        ...changedColumns(order, {
          payState: "paid",
          paidAt,
          ...(wasCancelled ? { statusBeforeCancel: nextStatus } : { status: nextStatus }),
          // A hosted page's intent is unknown before payment. Refunds find the order by it.
          ...(paymentIntentId ? { paymentIntentId } : {}),
          ...(setupIntentId ? { setupIntentId } : {}),
        }),
        version: sql`${orders.version} + 1`,
      })
      .where(and(eq(orders.id, order.id), eq(orders.payState, "unpaid"), eq(orders.version, order.version))),
    assertRowsChanged(ctx.db),
  ];
};
