import { and, asc, count, eq, isNotNull, lte, sql } from "drizzle-orm";
import { orders, refunds } from "~db/schema";
import { authorize } from "../access";
import { type RunResult, runEach, turnOffset } from "../checkout/runEach";
import type { Context } from "../context";
import { PaymentFailed } from "../errors";
import { finishRefund } from "./finishRefund";

/** Whoever asked for it may still be waiting for the answer. */
const ASK_AFTER_MS = 10 * 60_000;
/** Two calls to the provider each at most; the next runs take the rest. */
const MAX_PER_RUN = 20;

/**
 * Every 10 minutes: refunds that were begun and not finished, because the provider's answer or the portal was lost, are
 * looked up there and made or written down. Bounded; one failure never stops the rest.
 */
export async function reconcileRefunds(ctx: Context, onFailure: (error: unknown) => void): Promise<RunResult> {
  authorize(ctx, "checkout.clean");
  const open = and(
    // As the index of these has it.
    sql`${refunds.state} = 'pending'`,
    lte(refunds.createdAt, ctx.now - ASK_AFTER_MS),
    isNotNull(orders.paymentIntentId),
  );
  const [{ total } = { total: 0 }] = await ctx.db
    .select({ total: count() })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(open);
  if (total === 0) return { done: 0, failed: 0 };
  const rows = await ctx.db
    .select({ refund: refunds, order: orders })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(open)
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
    .limit(MAX_PER_RUN)
    .offset(turnOffset(ctx.now, total, MAX_PER_RUN));
  return await runEach(
    rows,
    async ({ refund, order }) => {
      try {
        await finishRefund(ctx, { ...order, paymentIntentId: order.paymentIntentId ?? "" }, refund);
      } catch (error) {
        // Written down as refused: an answer, not a failure.
        if (!(error instanceof PaymentFailed)) throw error;
      }
    },
    onFailure,
  );
}
