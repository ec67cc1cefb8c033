import { eq } from "drizzle-orm";
import { attributions, coupons, orderItems } from "~db/schema";
import type { Context } from "../context";
import type { OrderRow } from "../orderPaid";
import { toPaymentMetadata } from "../orders/orderMetadata";

/** Payment metadata from which the order can be rebuilt. The caller must have authorized the actor. */
export async function paymentMetadata(ctx: Context, order: OrderRow): Promise<Record<string, string>> {
  const { db } = ctx;
  const [lines, [signUp], [coupon]] = await db.batch([
    db.select().from(orderItems).where(eq(orderItems.orderId, order.id)).orderBy(orderItems.sequence),
    db
      .select({ affiliateId: attributions.affiliateId })
      .from(attributions)
      .where(eq(attributions.userId, order.clientId)),
    db
      .select({ affiliateId: coupons.affiliateId })
      .from(coupons)
      .where(eq(coupons.id, order.couponId ?? "")),
  ]);
  const couponAffiliateId = coupon?.affiliateId ?? null;
  return toPaymentMetadata({
    ...order,
    // Left out without a tax, so that such a payment's metadata stays as it was.
    tax: order.taxLines ? order.tax : undefined,
    taxLines: order.taxLines ?? undefined,
    affiliateId: signUp?.affiliateId ?? couponAffiliateId,
    affiliateSource: signUp?.affiliateId ? "signUp" : couponAffiliateId ? "coupon" : null,
    placedAt: order.createdAt,
    lines,
  });
}
