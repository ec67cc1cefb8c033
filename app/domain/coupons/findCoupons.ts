import { and, eq, isNull, sql } from "drizzle-orm";
import type { Page } from "~/list/defineList";
import { type FilterColumns, listOrder, listWhere } from "~db/runList.server";
import { coupons } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { couponCode } from "./couponCode";
import type { CouponQuery } from "./couponList";
import { type Coupon, couponOf, selectCoupons } from "./storedCoupon";

const columns: FilterColumns<"status" | "code"> = {
  status: coupons.status,
  code: (filter) => {
    const text = "value" in filter ? couponCode(String(filter.value)) : "";
    return filter.operation === "eq" ? eq(coupons.code, text) : sql`instr(${coupons.code}, ${text}) > 0`;
  },
};

/** Returns a page of coupons with their uses, newest first, in one round trip (POST /coupon/find). */
export async function findCoupons(ctx: Context, query: CouponQuery): Promise<Page<Coupon>> {
  authorize(ctx, "coupons.manage");
  const where = and(isNull(coupons.deletedAt), listWhere(query, columns));
  const [rows, totals] = await ctx.db.batch([
    selectCoupons(ctx, where)
      .orderBy(...listOrder(query, { createdTime: coupons.createdAt }, coupons.id))
      .limit(query.pageSize)
      .offset(query.page * query.pageSize),
    ctx.db.select({ total: sql<number>`count(*)` }).from(coupons).where(where),
  ]);
  return { content: rows.map((row) => couponOf(row, ctx.now)), totalElements: totals[0]?.total ?? 0 };
}
