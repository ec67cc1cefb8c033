import { and, eq } from "drizzle-orm";
import { users } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";

/**
 * Clears a customer's first-login flag. Returns true only for the call that cleared it (rules.md
 * accounts/first-login). Runs during sign-in, so it checks the sign-in permission: there is no signed-in actor yet.
 */
export async function clearFirstLogin(ctx: Context, userId: string): Promise<boolean> {
  authorize(ctx, "account.signIn");
  const cleared = await ctx.db
    .update(users)
    .set({ firstLogin: false })
    .where(and(eq(users.id, userId), eq(users.role, "CUSTOMER"), eq(users.firstLogin, true)));
  return cleared.meta.changes === 1;
}
