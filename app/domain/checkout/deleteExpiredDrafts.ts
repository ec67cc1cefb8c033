import { lte } from "drizzle-orm";
import { checkoutDrafts } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";

/** Removes what visitors had typed at a checkout and did not come back for within its time. */
export async function deleteExpiredDrafts(ctx: Context): Promise<void> {
  authorize(ctx, "checkout.clean");
  await ctx.db.delete(checkoutDrafts).where(lte(checkoutDrafts.expiresAt, ctx.now));
}
