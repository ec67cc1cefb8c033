import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Page } from "~/list/defineList";
import { listSource, runList } from "~db/runList.server";
import { coupons } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { couponCode } from "./couponCode";
import type { CouponQuery } from "./couponList";
import { type Coupon, couponColumns, couponOf } from "./storedCoupon";

const listed = listSource({
  table: coupons,
  id: coupons.id,
  columns: couponColumns,
  filters: {
    // Depends on the time: stateWhere.
    status: () => undefined,
    code: (filter) => {
      const text = "value" in filter ? couponCode(String(filter.value)) : "";
      return filter.operation === "eq" ? eq(coupons.code, text) : sql`instr(${coupons.code}, ${text}) > 0`;
    },
  },
  sorts: { createdTime: coupons.createdAt },
});

/** Returns a page of coupons with their uses, newest first, in one round trip (POST /coupon/find). */
export async function findCoupons(ctx: Context, query: CouponQuery): Promise<Page<Coupon>> {
  authorize(ctx, "coupons.manage");
  const toRow = (row: Parameters<typeof couponOf>[0]) => couponOf(row, ctx.now);
  return await runList(ctx.db, listed, query, { where: and(isNull(coupons.deletedAt), stateWhere(ctx, query)), toRow });
}

/** Expiry and uses decide, as the rows stay ACTIVE (rules.md coupons/badges). */
function stateWhere({ now }: Context, { filters }: CouponQuery): SQL | undefined {
  const chosen = filters.find(({ key }) => key === "status");
  const expired = sql`coalesce(${coupons.expiresAt} <= ${now}, 0)`;
  const usedUp = sql`coalesce(${coupons.heldCount} + ${coupons.usedCount} >= ${coupons.usageLimit}, 0)`;
  switch (chosen && "value" in chosen ? chosen.value : "") {
    case "ACTIVE":
      return sql`not ${expired} and not ${usedUp}`;
    case "EXPIRED":
      return expired;
    case "USED_UP":
      return usedUp;
    default:
      return undefined;
  }
}
