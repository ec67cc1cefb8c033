import { and, desc, eq, sql } from "drizzle-orm";
import { fullName } from "~db/fullName";
import { named } from "~db/named";
import { couponUses, orders, users } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import type { Cents } from "../money";
import { type CouponUseState, MAX_COUPON_ORDERS } from "./couponStates";

/** An order that used a coupon. Cents and ms UTC. */
export interface CouponOrder {
  orderId: string;
  number: number;
  clientName: string;
  total: Cents;
  state: CouponUseState;
  createdAt: number;
}

export interface CouponOrderPage {
  /** Newest first. */
  orders: CouponOrder[];
  /** The oldest one shown when there are older ones. */
  before: string | null;
}

/** The latest orders with a coupon, or those before one of them. */
export async function couponOrders(ctx: Context, couponId: string, before: string | null): Promise<CouponOrderPage> {
  authorize(ctx, "coupons.manage");
  const older = before
    ? sql`(${couponUses.createdAt}, ${couponUses.orderId}) < (select u.created_at, u.order_id from coupon_uses u where u.order_id = ${before})`
    : undefined;
  const rows = await ctx.db
    .select({
      orderId: couponUses.orderId,
      number: orders.number,
      clientName: fullName(users).as("client_name"),
      total: orders.total,
      state: couponUses.state,
      createdAt: named(couponUses.createdAt, "used_at"),
    })
    .from(couponUses)
    .innerJoin(orders, eq(orders.id, couponUses.orderId))
    .innerJoin(users, eq(users.id, orders.clientId))
    .where(and(eq(couponUses.couponId, couponId), older))
    .orderBy(desc(couponUses.createdAt), desc(couponUses.orderId))
    .limit(MAX_COUPON_ORDERS + 1);
  const shown = rows.slice(0, MAX_COUPON_ORDERS);
  return { orders: shown, before: rows.length > shown.length ? shown.at(-1)!.orderId : null };
}
