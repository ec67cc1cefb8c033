import { and, eq, ne, sql } from "drizzle-orm";
import { assertRowsChanged, type BatchStatement } from "~db/client.server";
import { couponUses } from "~db/schema";
import type { OrderPaidHandler } from "../checkout/settlement";
import type { Context } from "../context";
import type { CouponOffer } from "./couponOffer";
import type { CouponUseState } from "./couponStates";

/**
 * Holds a coupon for the order that is inserted before it in the same batch (rules.md coupons/holds). The limits are
 * inside the statement, so they hold under any number of parallel checkouts; when the coupon was changed, deleted or
 * taken by others meanwhile the whole batch is taken back (PreconditionFailed).
 */
export const holdCoupon = (
  ctx: Context,
  { orderId, clientId, offer }: { orderId: string; clientId: string; offer: CouponOffer },
): BatchStatement[] => [
  // Columns in the table's order.
  ctx.db.insert(couponUses).select(sql`
    select ${orderId}, coupons.id, ${clientId}, 'held', ${ctx.now}, ${ctx.now}
    from coupons
    where coupons.id = ${offer.id} and coupons.version = ${offer.version} and coupons.deleted_at is null
      and (coupons.expires_at is null or coupons.expires_at > ${ctx.now})
      and (coupons.usage_limit is null or coupons.held_count + coupons.used_count < coupons.usage_limit)
      and (not coupons.limit_one_per_customer or not exists (
        select 1 from coupon_uses
        where coupon_uses.client_id = ${clientId} and coupon_uses.coupon_id = coupons.id
          and coupon_uses.state <> 'released'
      ))`),
  assertRowsChanged(ctx.db),
];

type OrderWithCoupon = { id: string; couponId: string | null };

/** Moves an order's use on; nothing for an order without a coupon. Harmless when repeated. */
const moveUse = (ctx: Context, order: OrderWithCoupon, state: CouponUseState): BatchStatement[] =>
  order.couponId === null
    ? []
    : [
        ctx.db
          .update(couponUses)
          .set({ state, changedAt: ctx.now })
          .where(and(eq(couponUses.orderId, order.id), ne(couponUses.state, state))),
      ];

/**
 * Used once it is paid. Also when it had been released, because the order was cancelled or closed a moment before its
 * payment arrived: what was charged is the price with the coupon, and the count says what really happened.
 */
export const countCouponUseOnPaid: OrderPaidHandler = (ctx, { order }) => moveUse(ctx, order, "used");

/** Freed when its order is cancelled or closed unpaid (rules.md coupons/holds). */
export const releaseCoupon = (ctx: Context, order: OrderWithCoupon) => moveUse(ctx, order, "released");

/** Taken again when a cancelled order comes back, also above the limit: its price is agreed. */
export const retakeCoupon = (ctx: Context, order: OrderWithCoupon & { payState: string }) =>
  moveUse(ctx, order, order.payState === "unpaid" ? "held" : "used");
