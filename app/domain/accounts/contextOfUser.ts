import { and, eq, isNull } from "drizzle-orm";
import { users } from "~db/schema";
import type { Context } from "../context";

/**
 * Work that somebody asked for who is not signed in now: as an actor with the rights of today; null when there is no such
 * account any more. The caller has proof that this person asked.
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
    })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .get();
  return user ? { ...ctx, actor: { kind: "user", user, sessionId: "" } } : null;
}
