import { and, eq, isNull } from "drizzle-orm";
import { users } from "~db/schema";
import type { Context } from "../context";

/**
 * A context with a user's current rights, for work requested by a user who is not signed in now. Returns null when
 * the account no longer exists. The caller must have proof that this user requested the work.
 */
export async function contextOfUser(ctx: Context, userId: string): Promise<Context | null> {
  const user = await ctx.db
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      role: users.role,
      privileges: users.privileges,
      affiliate: users.affiliate,
      affiliateCode: users.affiliateCode,
      timeZone: users.timeZone,
    })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .get();
  return user ? { ...ctx, actor: { kind: "user", user, sessionId: "" } } : null;
}
