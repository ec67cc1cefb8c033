import { and, eq, inArray, sql } from "drizzle-orm";
import { orders } from "~db/schema";
import type { Context } from "../context";
import type { OrderRow } from "../orderPaid";
import { unpaidStatuses } from "../orders/orderStates";

/** How an order is paid: an intent, a hosted page, or a card setup when nothing is due. Only one at a time. */
export type Payable = { paymentIntentId: string } | { setupIntentId: string } | { checkoutSessionId: string };

const none = { paymentIntentId: null, setupIntentId: null, checkoutSessionId: null };

/**
 * Idempotency key for the payable after the stored one. It is the same for parallel calls and retries, so the
 * provider creates one object for all of them.
 */
export const nextPayableKey = (order: OrderRow, kind: "pi" | "setup" | "session") => {
  const closed = order.checkoutSessionId ?? order.paymentIntentId ?? order.setupIntentId;
  return closed ? `order:${order.id}:${kind}:${closed}` : `order:${order.id}:${kind}`;
};

/**
 * Replaces the payable that was read, which the caller has closed at the provider. Returns false when another call
 * was first, or the order is no longer payable.
 */
export async function storePayable(ctx: Context, order: OrderRow, payable: Payable): Promise<boolean> {
  const { meta } = await ctx.db
    .update(orders)
    .set({ ...none, ...payable, version: sql`${orders.version} + 1` })
    .where(
      and(
        eq(orders.id, order.id),
        eq(orders.payState, "unpaid"),
        inArray(orders.status, [...unpaidStatuses]),
        sql`${orders.paymentIntentId} is ${order.paymentIntentId}`,
        sql`${orders.setupIntentId} is ${order.setupIntentId}`,
        sql`${orders.checkoutSessionId} is ${order.checkoutSessionId}`,
      ),
    )
    .run();
  return meta.changes > 0;
}

export const isToBePaid = (order: OrderRow) =>
  order.payState === "unpaid" && (unpaidStatuses as readonly string[]).includes(order.status);
