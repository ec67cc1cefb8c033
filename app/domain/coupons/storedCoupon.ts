import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { fullNameById } from "~db/fullName";
import { coupons } from "~db/schema";
import type { Context } from "../context";

/** A coupon's columns, as `couponOf` reads them. */
export const couponColumns = {
  ...getTableColumns(coupons),
  // Tables are spelled out: drizzle drops a column's table in a select from a single table.
  services: sql<string>`(select json_group_array(json_object('id', services.id, 'name', services.name))
    from coupon_services inner join services on services.id = coupon_services.service_id
    where coupon_services.coupon_id = coupons.id)`.as("service_list"),
  affiliateName: fullNameById(sql`coupons.affiliate_id`).as("affiliate_name"),
};

export const selectCoupons = (ctx: Context, where: SQL | undefined) =>
  ctx.db.select(couponColumns).from(coupons).where(where);

export type CouponRow = Awaited<ReturnType<typeof selectCoupons>>[number];
/** A coupon for staff. */
export type Coupon = ReturnType<typeof couponOf>;

type Named = { id: string; name: string };

/** `now` (ms) decides whether it has expired, as rows stay ACTIVE (rules.md coupons/badges). */
export function couponOf(row: CouponRow, now: number) {
  const { affiliateId, affiliateName, services, heldCount, usedCount, releasedCount, deletedAt: _, ...rest } = row;
  return {
    ...rest,
    services: (JSON.parse(services) as Named[]).sort((a, b) => a.name.localeCompare(b.name, "en")),
    affiliate: affiliateId === null ? null : { id: affiliateId, name: affiliateName ?? "" },
    /** Uses by unpaid orders, by paid ones, and by those cancelled or closed unpaid. */
    held: heldCount,
    used: usedCount,
    released: releasedCount,
    expired: isExpired(row, now),
    usedUp: isUsedUp(row),
  };
}

export const isExpired = ({ expiresAt }: { expiresAt: number | null }, now: number) =>
  expiresAt !== null && expiresAt <= now;

/** Held uses count, because their orders may still be paid at the agreed price (rules.md coupons/holds). */
export const isUsedUp = (row: { usageLimit: number | null; heldCount: number; usedCount: number }) =>
  row.usageLimit !== null && row.heldCount + row.usedCount >= row.usageLimit;
