import { and, eq, isNull, sql } from "drizzle-orm";
import { coupons } from "~db/schema";
import type { Context } from "../context";
import { Invalid } from "../errors";
import type { CouponType } from "./couponStates";
import {
  COUPON_ALREADY_USED,
  COUPON_EXPIRED,
  COUPON_OTHER_SERVICE,
  COUPON_UNKNOWN,
  COUPON_USED_UP,
  couponOnUnpaidOrder,
} from "./couponTexts";
import { isExpired, isUsedUp } from "./storedCoupon";

/** A coupon that can be used. An order checks `version` again when it holds the use. */
export interface CouponOffer {
  id: string;
  version: number;
  code: string;
  type: CouponType;
  /** FIXED: cents. PERCENTAGE: percent. */
  discount: number;
  serviceIds: string[];
}

/**
 * Returns the coupon of a code for one service and buyer, null for a visitor. Throws Invalid for `couponCode` when it
 * is unknown, expired, used up, for other services, or already used by a buyer it allows only once. A held use counts
 * like a used one (rules.md coupons/holds).
 */
export async function couponOffer(
  ctx: Context,
  { code, serviceId, buyerId }: { code: string; serviceId: string; buyerId: string | null },
): Promise<CouponOffer> {
  const row = await ctx.db
    .select({
      id: coupons.id,
      version: coupons.version,
      code: coupons.code,
      type: coupons.type,
      discount: coupons.discount,
      limitOnePerCustomer: coupons.limitOnePerCustomer,
      usageLimit: coupons.usageLimit,
      expiresAt: coupons.expiresAt,
      heldCount: coupons.heldCount,
      usedCount: coupons.usedCount,
      serviceIds:
        sql<string>`(select json_group_array(service_id) from coupon_services where coupon_services.coupon_id = coupons.id)`.as(
          "service_ids",
        ),
      ownUse: sql<string | null>`(select json_object('state', coupon_uses.state, 'order', orders.number)
        from coupon_uses inner join orders on orders.id = coupon_uses.order_id
        where coupon_uses.client_id = ${buyerId} and coupon_uses.coupon_id = coupons.id
          and coupon_uses.state <> 'released'
        order by coupon_uses.state limit 1)`.as("own_use"),
    })
    .from(coupons)
    .where(and(eq(coupons.code, code), isNull(coupons.deletedAt)))
    .get();
  if (!row) throw refused(COUPON_UNKNOWN);
  const serviceIds = JSON.parse(row.serviceIds) as string[];
  if (!serviceIds.includes(serviceId)) throw refused(COUPON_OTHER_SERVICE);
  if (isExpired(row, ctx.now)) throw refused(COUPON_EXPIRED);
  const own = row.ownUse ? (JSON.parse(row.ownUse) as { state: string; order: number }) : null;
  const usedUp = isUsedUp(row);
  // Their own unpaid order may hold the last use.
  const waits = own?.state === "held";
  if (waits && (row.limitOnePerCustomer || usedUp)) throw refused(couponOnUnpaidOrder(own.order));
  if (own && row.limitOnePerCustomer) throw refused(COUPON_ALREADY_USED);
  if (usedUp) throw refused(COUPON_USED_UP);
  const { id, version, type, discount } = row;
  return { id, version, code: row.code, type, discount, serviceIds };
}

const refused = (text: string) => new Invalid(text, "couponCode");
