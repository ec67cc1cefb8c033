import { and, eq, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { orders } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { historyStatement } from "../history/historyStatement";
import type { PaymentState } from "../ports/payments";

/**
 * Moves an unpaid order to Payment_Failed after a decline; the client can retry the same payment (rules.md
 * orders/unpaid). Does nothing when the order failed before, is paid or cancelled, or has a different payment.
 */
export async function markPaymentFailed(ctx: Context, state: PaymentState): Promise<void> {
  authorize(ctx, "checkout.settle");
  const orderId = state.metadata.order_id;
  if (!orderId || !state.decline || state.status !== "requires_payment_method") return;
  try {
    await atomicBatch(ctx.db, [
      ctx.db
        .update(orders)
        .set({ status: "Payment_Failed", version: sql`${orders.version} + 1` })
        .where(
          and(
            eq(orders.id, orderId),
            eq(orders.account, state.account),
            eq(orders.payState, "unpaid"),
            eq(orders.status, "Abandoned_Checkout"),
            // A hosted page's intent is stored only once it is paid.
            sql`coalesce(${orders.paymentIntentId}, ${orders.setupIntentId}, ${state.id}) = ${state.id}`,
          ),
        ),
      assertRowsChanged(ctx.db),
      historyStatement(ctx, {
        entity: "order",
        entityId: orderId,
        action: "paymentFailed",
        changes: [
          { field: "status", before: "Abandoned_Checkout", after: "Payment_Failed" },
          { field: "decline", before: null, after: state.decline.declineCode ?? state.decline.code },
        ],
        dedupeKey: `order.declined:${orderId}:${state.latestChargeId ?? state.id}`,
      }),
    ]);
  } catch (error) {
    // Already failed, paid or cancelled: nothing to change.
    if (!(error instanceof PreconditionFailed)) throw error;
  }
}
