import { and, eq } from "drizzle-orm";
import { withoutStrayEnd } from "~/paths";
import { users } from "~db/schema";
import { authorize } from "../access";
import { affiliateCodeOf } from "../attribution/clickCookie";
import type { Context } from "../context";

/** True when an affiliate of the programme has the code, in any case. */
export async function isAffiliateCode(ctx: Context, text: string): Promise<boolean> {
  authorize(ctx, "affiliates.track");
  const code = affiliateCodeOf(withoutStrayEnd(text.trim()));
  if (!code) return false;
  const row = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.affiliateCode, code), eq(users.affiliate, true)))
    .get();
  return row !== undefined;
}
