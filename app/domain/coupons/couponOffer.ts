import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { foldText } from "~db/foldText";
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

/** Whose earlier use counts: an account, or the address a visitor has typed. */
export type CouponBuyer = { clientId: string } | { email: string } | null;

/** A coupon that may be had, as it stands: `version` guards that it still does when an order takes it. */
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
 * The coupon behind a code, for one service and buyer. Throws Invalid beside `couponCode` for an unknown, expired or
 * used up one, one of other services, and one that this buyer has had when it is for one order a customer. An order
 * that holds it counts as much as a paid one (rules.md coupons/holds).
 */
export async function couponOffer(
  ctx: Context,
  { code, serviceId, buyer }: { code: string; serviceId: string; buyer: CouponBuyer },
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
        where coupon_uses.client_id = ${idOf(buyer)} and coupon_uses.coupon_id = coupons.id
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
  // The number is told to nobody but its buyer. The last use may be held by the very order that they meant to pay.
  const waits = own?.state === "held" && buyer !== null && "clientId" in buyer;
  if (waits && (row.limitOnePerCustomer || usedUp)) throw refused(couponOnUnpaidOrder(own.order));
  if (own && row.limitOnePerCustomer) throw refused(COUPON_ALREADY_USED);
  if (usedUp) throw refused(COUPON_USED_UP);
  const { id, version, type, discount } = row;
  return { id, version, code: row.code, type, discount, serviceIds };
}

const refused = (text: string) => new Invalid(text, "couponCode");

function idOf(buyer: CouponBuyer): SQL {
  if (buyer === null) return sql`null`;
  if ("clientId" in buyer) return sql`${buyer.clientId}`;
  return sql`(select users.id from users where users.email_folded = ${foldText(buyer.email)} and users.deleted_at is null)`;
}
