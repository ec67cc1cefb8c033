import { lte } from "drizzle-orm";
import { checkoutDrafts } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";

/** Deletes expired checkout drafts of visitors. */
export async function deleteExpiredDrafts(ctx: Context): Promise<void> {
  authorize(ctx, "checkout.clean");
  await ctx.db.delete(checkoutDrafts).where(lte(checkoutDrafts.expiresAt, ctx.now));
}
