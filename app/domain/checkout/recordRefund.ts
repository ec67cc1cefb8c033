import { and, eq, lt, ne, sql } from "drizzle-orm";
import { GuardFailed, mustHaveChanged, writeTogether } from "~db/client.server";
import { orders } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { historyStatement } from "../history/historyStatement";
import type { RefundState } from "../ports";
import { settleOrder } from "./settleOrder";

/**
 * Keeps what was given back of an order's payment, in cents, wherever the refund was made (decision O4). The provider
 * tells the sum of all refunds, so an older message never takes back a newer one. A refund that is heard of before its
 * payment settles the payment first.
 */
export async function recordRefund(ctx: Context, refund: RefundState): Promise<void> {
  authorize(ctx, "checkout.settle");
  if (!refund.paymentIntentId) return;
  const order = await findRefunded(ctx, refund);
  if (order) return await writeRefund(ctx, order, refund);
  await settleOrder(ctx, await ctx.payments.retrievePayment(refund.account, refund.paymentIntentId));
  const settled = await findRefunded(ctx, refund);
  if (settled) await writeRefund(ctx, settled, refund);
}

const findRefunded = (ctx: Context, refund: RefundState) =>
  ctx.db
    .select({ id: orders.id, refunded: orders.refunded, payState: orders.payState })
    .from(orders)
    .where(
      and(
        eq(orders.account, refund.account),
        eq(orders.paymentIntentId, refund.paymentIntentId ?? ""),
        ne(orders.payState, "unpaid"),
      ),
    )
    .get();

async function writeRefund(
  ctx: Context,
  order: { id: string; refunded: number; payState: string },
  refund: RefundState,
): Promise<void> {
  try {
    await writeTogether(ctx.db, [
      ctx.db
        .update(orders)
        .set({
          refunded: refund.refunded,
          payState: sql`case when ${refund.refunded} >= ${orders.total} then 'refunded' else 'partly_refunded' end`,
          version: sql`${orders.version} + 1`,
        })
        .where(and(eq(orders.id, order.id), ne(orders.payState, "unpaid"), lt(orders.refunded, refund.refunded))),
      mustHaveChanged(ctx.db),
      historyStatement(ctx, {
        entity: "order",
        entityId: order.id,
        action: "refunded",
        changes: [{ field: "refunded", before: order.refunded, after: refund.refunded }],
        dedupeKey: `order.refunded:${order.id}:${refund.refunded}`,
      }),
    ]);
  } catch (error) {
    // As much or more is already recorded.
    if (!(error instanceof GuardFailed)) throw error;
  }
}
