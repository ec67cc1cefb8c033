import { and, eq, isNull } from "drizzle-orm";
import { coupons } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { NotFound } from "../errors";
import { type Coupon, couponOf, selectCoupons } from "./storedCoupon";

/**
 * Returns a coupon with its services and uses. Staff only (GET /coupon/detail). Throws NotFound, also for a deleted
 * one.
 */
export async function couponDetails(ctx: Context, id: string): Promise<Coupon> {
  authorize(ctx, "coupons.manage");
  const row = await selectCoupons(ctx, and(eq(coupons.id, id), isNull(coupons.deletedAt))).get();
  if (!row) throw new NotFound();
  return couponOf(row, ctx.now);
}
