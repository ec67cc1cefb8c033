import { and, asc, count, eq, gt, inArray, lte, or, sql } from "drizzle-orm";
import { orders } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import type { OrderRow } from "../orderPaid";
import { unpaidStatuses } from "../orders/orderStates";
import { closePayable } from "../payments/closePayable";
import { type RunResult, runEach, turnOffset } from "../payments/runEach";
import { settleFromProvider } from "../settlement/settleFromProvider";
import { settleOrder } from "../settlement/settleOrder";
import { CLOSE_UNPAID_AFTER_MS } from "./closeUnpaidOrders";

const MINUTE_MS = 60_000;
/** Leaves the buyer this long to pay on the page. */
const ASK_AFTER_MS = 10 * MINUTE_MS;
/** Each order takes at most two provider calls, well within one Worker invocation. */
const MAX_PER_RUN = 40;

/**
 * Every 10 minutes, settles orders that were paid without the browser or a webhook reporting it, by asking the
 * provider (rules.md checkout/settle-once). Also closes what cancelled orders left open. Covers orders older than 10
 * minutes, MAX_PER_RUN in turn; a failure does not stop the others.
 */
export async function reconcileOrders(ctx: Context, onFailure: (error: unknown) => void): Promise<RunResult> {
  authorize(ctx, "checkout.clean");
  const open = and(
    eq(orders.payState, "unpaid"),
    inArray(orders.status, [...unpaidStatuses, "Cancelled"]),
    lte(orders.createdAt, ctx.now - ASK_AFTER_MS),
    gt(orders.createdAt, ctx.now - CLOSE_UNPAID_AFTER_MS),
    or(
      sql`coalesce(${orders.paymentIntentId}, ${orders.checkoutSessionId}, ${orders.setupIntentId}) is not null`,
      // Free orders whose placement stopped before they were settled.
      and(eq(orders.total, 0), inArray(orders.status, [...unpaidStatuses])),
    ),
  );
  const [{ total } = { total: 0 }] = await ctx.db.select({ total: count() }).from(orders).where(open);
  const rows = await ctx.db
    .select()
    .from(orders)
    .where(open)
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(MAX_PER_RUN)
    .offset(turnOffset(ctx.now, total, MAX_PER_RUN));
  return await runEach(
    rows,
    (order) => (order.status === "Cancelled" ? closeCancelled(ctx, order) : settleFromProvider(ctx, order)),
    onFailure,
  );
}

/** A cancelled order must not be paid. If it was just paid, settle it, which notifies staff. */
async function closeCancelled(ctx: Context, order: OrderRow): Promise<void> {
  const closed = await closePayable(ctx, order);
  if (closed.result === "succeeded") await settleOrder(ctx, closed.state);
}
