import { and, eq } from "drizzle-orm";
import { users } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";

/**
 * Takes the first-login flag off a customer; true for the one call that took it (rules.md accounts/first-login). Part
 * of a sign-in, so it asks for the right to sign in: nobody is signed in yet.
 */
export async function clearFirstLogin(ctx: Context, userId: string): Promise<boolean> {
  authorize(ctx, "account.signIn");
  const cleared = await ctx.db
    .update(users)
    .set({ firstLogin: false })
    .where(and(eq(users.id, userId), eq(users.role, "CUSTOMER"), eq(users.firstLogin, true)));
  return cleared.meta.changes === 1;
}
