import { and, eq, gt, lte } from "drizzle-orm";
import { sessions } from "~db/schema";
import type { Context } from "../context";
import { IMPERSONATION_MS } from "./sessionLimits";

/**
 * After the answer: closes the live sockets of a session that ended, or of all sessions of the person when none is
 * named, and those of clients whom they acted as by it, which ended with it (rules.md accounts/impersonation,
 * sessions/end).
 */
export function closeSockets(ctx: Context, userId: string, sessionId?: string): void {
  ctx.after(async () => {
    await ctx.publish.sessionEnded(userId, sessionId);
    const actedAs = await ctx.db
      .select({ id: sessions.id, userId: sessions.userId })
      .from(sessions)
      .where(
        and(
          // Bounded on both sides the index finds them: no other session ends as soon as an impersonation.
          gt(sessions.expiresAt, ctx.now),
          lte(sessions.expiresAt, ctx.now + IMPERSONATION_MS),
          eq(sessions.impersonatorId, userId),
          sessionId ? eq(sessions.impersonatorSessionId, sessionId) : undefined,
        ),
      );
    await Promise.all(actedAs.map((one) => ctx.publish.sessionEnded(one.userId, one.id)));
  });
}
