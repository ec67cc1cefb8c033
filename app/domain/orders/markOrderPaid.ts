import { and, eq, sql } from "drizzle-orm";
import { assertRowsChanged } from "~db/client.server";
import { orders } from "~db/schema";
import type { OrderPaidHandler } from "../orderPaid";
import { assigneeOnPaid } from "./assigneeOnPaid";
import { changedColumns } from "./editableOrder";
import { clockColumns } from "./orderClock";

/**
 * Marks the order paid, assigns it by its service's rule and moves it to work by the intake rule. A cancelled order
 * stays Cancelled; if a SuperAdmin reopens it, it returns to work instead of the checkout (rules.md orders/unpaid,
 * orders/states). Runs once: the guard rolls the whole batch back. Starts the order's clock (rules.md orders/due).
 */
export const markOrderPaid: OrderPaidHandler = async (ctx, settlement) => {
  const { order, paidAt, nextStatus, wasCancelled, paymentIntentId, setupIntentId, placements } = settlement;
  const clock = wasCancelled ? {} : clockColumns(ctx, order, { status: nextStatus });
  // The links are inserted later in this batch.
  const dueAt = placements.length > 0 && !wasCancelled ? { dueAt: latestDue(placements) } : {};
  const chosen = wasCancelled ? null : await assigneeOnPaid(ctx, order);
  return [
    ctx.db
      .update(orders)
      .set({
        ...changedColumns(order, {
          payState: "paid",
          paidAt,
          ...(wasCancelled ? { statusBeforeCancel: nextStatus } : { status: nextStatus }),
          ...clock,
          ...dueAt,
          // A hosted page's intent is unknown before payment. Refunds find the order by it.
          ...(chosen ? { assignedToId: chosen.assignedToId } : {}),
          ...(paymentIntentId ? { paymentIntentId } : {}),
          ...(setupIntentId ? { setupIntentId } : {}),
        }),
        version: sql`${orders.version} + 1`,
      })
      .where(and(eq(orders.id, order.id), eq(orders.payState, "unpaid"), eq(orders.version, order.version))),
    assertRowsChanged(ctx.db),
    ...(chosen?.statements ?? []),
  ];
};

const latestDue = (links: readonly { dueAt?: number | null }[]): number | null => {
  const dates = links.flatMap(({ dueAt }) => dueAt ?? []);
  return dates.length > 0 ? Math.max(...dates) : null;
};
