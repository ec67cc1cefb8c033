import { and, eq, ne, sql } from "drizzle-orm";
import { assertRowsChanged, type BatchStatement } from "~db/client.server";
import { insertFrom } from "~db/insertRows";
import { couponUses } from "~db/schema";
import type { Context } from "../context";
import type { OrderPaidHandler } from "../orderPaid";
import type { CouponOffer } from "./couponOffer";
import type { CouponUseState } from "./couponStates";

/**
 * Holds a use for the order inserted earlier in the same batch (rules.md coupons/holds). The statement checks the
 * limits itself, so parallel checkouts cannot exceed them. If the coupon was changed, deleted or used up, the batch
 * rolls back (PreconditionFailed).
 */
export const holdCoupon = (
  ctx: Context,
  { orderId, clientId, offer }: { orderId: string; clientId: string; offer: CouponOffer },
): BatchStatement[] => [
  insertFrom(
    ctx.db,
    couponUses,
    { orderId, couponId: sql`coupons.id`, clientId, state: "held", createdAt: ctx.now, changedAt: ctx.now },
    sql`from coupons
      where coupons.id = ${offer.id} and coupons.version = ${offer.version} and coupons.deleted_at is null
        and (coupons.expires_at is null or coupons.expires_at > ${ctx.now})
        and (coupons.usage_limit is null or coupons.held_count + coupons.used_count < coupons.usage_limit)
        and (not coupons.limit_one_per_customer or not exists (
          select 1 from coupon_uses
          where coupon_uses.client_id = ${clientId} and coupon_uses.coupon_id = coupons.id
            and coupon_uses.state <> 'released'
        ))`,
  ),
  assertRowsChanged(ctx.db),
];

type OrderWithCoupon = { id: string; couponId: string | null };

/** Sets the state of an order's coupon use. Idempotent; empty for an order without a coupon. */
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
 * Marks the use as used when the order is paid, even if a cancellation released it shortly before: the client was
 * charged the discounted price.
 */
export const countCouponUseOnPaid: OrderPaidHandler = (ctx, { order }) => moveUse(ctx, order, "used");

/** Releases the use of an order that is cancelled or closed unpaid (rules.md coupons/holds). */
export const releaseCoupon = (ctx: Context, order: OrderWithCoupon) => moveUse(ctx, order, "released");

/** Takes the use back for a reopened order, even above the limit, because its price is agreed. */
export const retakeCoupon = (ctx: Context, order: OrderWithCoupon & { payState: string }) =>
  moveUse(ctx, order, order.payState === "unpaid" ? "held" : "used");
