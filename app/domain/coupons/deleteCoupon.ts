import { and, eq, isNull, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { coupons } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { NotFound } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { couponDetails } from "./couponDetails";

/**
 * Hides a coupon but keeps it for its orders; a new coupon may use the code (DELETE /coupon; rules.md
 * coupons/badges). Throws NotFound, also when it is already deleted.
 */
export async function deleteCoupon(ctx: Context, id: string): Promise<void> {
  authorize(ctx, "coupons.manage");
  const { code } = await couponDetails(ctx, id);
  try {
    await atomicBatch(ctx.db, [
      ctx.db
        .update(coupons)
        .set({ deletedAt: ctx.now, version: sql`${coupons.version} + 1` })
        .where(and(eq(coupons.id, id), isNull(coupons.deletedAt))),
      assertRowsChanged(ctx.db),
      historyStatement(ctx, {
        entity: "coupon",
        entityId: id,
        action: "Coupon deleted",
        changes: [{ field: "code", before: code, after: null }],
      }),
    ]);
  } catch (error) {
    throw error instanceof PreconditionFailed ? new NotFound() : error;
  }
}
