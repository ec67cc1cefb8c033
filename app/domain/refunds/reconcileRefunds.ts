import { and, asc, count, eq, isNotNull, lte, sql } from "drizzle-orm";
import { orders, refunds } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { PaymentFailed } from "../errors";
import { type RunResult, runEach, turnOffset } from "../payments/runEach";
import { finishRefund } from "./finishRefund";

/** The request that created it may still be in progress. */
const ASK_AFTER_MS = 10 * 60_000;
/** At most two provider calls each; the next runs take the rest. */
const MAX_PER_RUN = 20;

/**
 * Every 10 minutes: completes refunds interrupted by a lost response or a crash. Looks each up at the provider first.
 * Bounded; one failure never stops the rest.
 */
export async function reconcileRefunds(ctx: Context, onFailure: (error: unknown) => void): Promise<RunResult> {
  authorize(ctx, "checkout.clean");
  const open = and(
    // Literal text, to match the partial index.
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
        // A recorded rejection is an outcome, not a failure.
        if (!(error instanceof PaymentFailed)) throw error;
      }
    },
    onFailure,
  );
}
