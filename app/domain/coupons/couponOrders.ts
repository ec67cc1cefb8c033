import { desc, eq } from "drizzle-orm";
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

/** The latest orders with a coupon, newest first. */
export async function couponOrders(ctx: Context, couponId: string): Promise<CouponOrder[]> {
  authorize(ctx, "coupons.manage");
  return await ctx.db
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
    .where(eq(couponUses.couponId, couponId))
    .orderBy(desc(couponUses.createdAt), desc(couponUses.orderId))
    .limit(MAX_COUPON_ORDERS);
}
