import { and, asc, count, eq, gt, inArray, lte, or, sql } from "drizzle-orm";
import { orders } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { unpaidStatuses } from "../orders/orderStates";
import { closePayable } from "./closePayable";
import { CLOSE_UNPAID_AFTER_MS } from "./closeUnpaidOrders";
import type { OrderRow } from "./ownOrder";
import { type RunResult, runEach, turnOffset } from "./runEach";
import { settleFromProvider } from "./settleFromProvider";
import { settleOrder } from "./settleOrder";

const MINUTE_MS = 60_000;
/** A buyer who is still on the page is left alone for so long. */
const ASK_AFTER_MS = 10 * MINUTE_MS;
/** Two calls to the provider each at most: well within one run of a Worker. */
const MAX_PER_RUN = 40;

/**
 * Every 10 minutes: asks the provider about unpaid orders older than 10 minutes, so that one whose buyer paid and
 * closed the browser is settled without any webhook (rules.md checkout/settle-once), and closes what cancelled ones
 * left open. Bounded; when more are open, each run takes the next part of them. One failure never stops the rest.
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
      // Nothing to pay, but its maker stopped before it was settled.
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

/** Nobody shall pay for a cancelled order; one that was paid in the same moment is settled, which tells staff. */
async function closeCancelled(ctx: Context, order: OrderRow): Promise<void> {
  const closed = await closePayable(ctx, order);
  if (closed.result === "succeeded") await settleOrder(ctx, closed.state);
}
