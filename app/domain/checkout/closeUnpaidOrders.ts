import { and, asc, count, eq, exists, gt, inArray, isNotNull, lte, notExists, or, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { coupons, history, orders, users } from "~db/schema";
import { authorize } from "../access";
import { CANCELLED_ORDER_REOPENED } from "../cancellations/reopenCancelledOrder";
import type { Context } from "../context";
import { releaseCoupon } from "../coupons/couponUses";
import { historyStatement } from "../history/historyStatement";
import type { OrderRow } from "../orderPaid";
import { unpaidStatuses } from "../orders/orderStates";
import { closePayable } from "../payments/closePayable";
import { type RunResult, runEach, turnOffset } from "../payments/runEach";
import { settleOrder } from "../settlement/settleOrder";

export const CLOSE_UNPAID_AFTER_MS = 24 * 60 * 60_000;
/** Of clients who never paid, when the coupon has a limit: strangers could hold all of its uses. */
const CLOSE_HELD_AFTER_MS = 60 * 60_000;
/** Each order takes at most two provider calls. Later runs take the rest. */
const MAX_PER_RUN = 25;

/**
 * Cancels orders unpaid for 24 hours, or for one hour when a new client holds a limited coupon (rules.md
 * coupons/holds), and those whose client bought the service with a later order, but none that staff created. A
 * reopening by a SuperAdmin starts another 24 hours. Closes the payable at the provider first, and settles the order
 * instead if it was just paid. Handles MAX_PER_RUN orders; later runs move on, so a failing one blocks no others.
 */
export async function closeUnpaidOrders(ctx: Context, onFailure: (error: unknown) => void): Promise<RunResult> {
  authorize(ctx, "checkout.clean");
  const before = ctx.now - CLOSE_UNPAID_AFTER_MS;
  const reopenedSince = ctx.db
    .select({ one: sql`1` })
    .from(history)
    .where(
      and(
        eq(history.entity, "order"),
        eq(history.entityId, orders.id),
        eq(history.action, CANCELLED_ORDER_REOPENED),
        gt(history.createdAt, before),
      ),
    );
  const holdOfStranger = ctx.db
    .select({ one: sql`1` })
    .from(coupons)
    .innerJoin(users, eq(users.id, orders.clientId))
    .where(and(eq(coupons.id, orders.couponId), isNotNull(coupons.usageLimit), eq(users.userStatus, "LEAD")));
  const due = and(
    eq(orders.payState, "unpaid"),
    inArray(orders.status, [...unpaidStatuses]),
    or(
      lte(orders.createdAt, before),
      and(lte(orders.createdAt, ctx.now - CLOSE_HELD_AFTER_MS), exists(holdOfStranger)),
      isReplaced,
    ),
    notExists(reopenedSince),
    // Staff ask for the payment, so these wait until it comes or staff cancel them.
    sql`not ${requestedByStaff}`,
  );
  const [{ total } = { total: 0 }] = await ctx.db.select({ total: count() }).from(orders).where(due);
  const rows = await ctx.db
    .select({ order: orders, replaced: isReplaced.as("is_replaced") })
    .from(orders)
    .where(due)
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(MAX_PER_RUN)
    .offset(turnOffset(ctx.now, total, MAX_PER_RUN));
  return await runEach(
    rows,
    ({ order, replaced }) => closeUnpaidOrder(ctx, order, replaced ? BOUGHT_SINCE : undefined),
    onFailure,
  );
}

const BOUGHT_SINCE = "You bought this service with a later order";

/** SQL: its client paid for a later order of the same service. */
const isReplaced = sql<number>`exists (select 1 from orders later where later.client_id = orders.client_id
  and later.service_id = orders.service_id and later.created_at > orders.created_at and later.paid_at is not null
  and coalesce(later.cycle, 1) = 1)`;

/** SQL: staff created the order and ask its client to pay it. */
const requestedByStaff = sql`exists (select 1 from users where users.id = orders.created_by and users.role = 'ADMIN')`;

export const isRequestedByStaff = async (ctx: Context, { id }: Pick<OrderRow, "id">): Promise<boolean> =>
  (await ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, id), requestedByStaff))
    .get()) !== undefined;

/**
 * Cancels one unpaid order at the provider and here, or settles it when it was just paid. The caller must authorize.
 */
export async function closeUnpaidOrder(ctx: Context, order: OrderRow, reason?: string): Promise<void> {
  const closed = await closePayable(ctx, order);
  if (closed.result === "succeeded") await settleOrder(ctx, closed.state);
  if (closed.result !== "closed") return;
  const late = order.createdAt <= ctx.now - CLOSE_UNPAID_AFTER_MS;
  const cancelReason =
    reason ??
    (late ? "Not paid within 24 hours" : "Not paid within an hour, as long as a new client can hold this coupon");
  try {
    await atomicBatch(ctx.db, [
      ctx.db
        .update(orders)
        .set({
          status: "Cancelled",
          statusBeforeCancel: order.status,
          cancelReason,
          version: sql`${orders.version} + 1`,
        })
        // Every new payable raises the version, so this guards against one opened since the read.
        .where(and(eq(orders.id, order.id), eq(orders.payState, "unpaid"), eq(orders.version, order.version))),
      assertRowsChanged(ctx.db),
      ...releaseCoupon(ctx, order),
      historyStatement(ctx, {
        entity: "order",
        entityId: order.id,
        action: "closedUnpaid",
        changes: [
          { field: "status", before: order.status, after: "Cancelled" },
          { field: "comment", before: null, after: cancelReason },
        ],
      }),
    ]);
  } catch (error) {
    // The order changed since it was read; the next run checks it again.
    if (!(error instanceof PreconditionFailed)) throw error;
  }
}
