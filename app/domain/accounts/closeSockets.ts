import { and, eq, gt, lte } from "drizzle-orm";
import { sessions } from "~db/schema";
import type { Context } from "../context";
import { IMPERSONATION_MS } from "./sessionLimits";

/**
 * After the response, closes the live sockets of an ended session, or of all the person's sessions without
 * `sessionId`. Also closes those of impersonations started from it, which end with it (rules.md
 * accounts/impersonation, sessions/end).
 */
export function closeSockets(ctx: Context, userId: string, sessionId?: string): void {
  ctx.after(async () => {
    await ctx.publish.sessionEnded(userId, sessionId);
    const actedAs = await ctx.db
      .select({ id: sessions.id, userId: sessions.userId })
      .from(sessions)
      .where(
        and(
          // The two bounds let the index find these rows: only impersonations expire this soon.
          gt(sessions.expiresAt, ctx.now),
          lte(sessions.expiresAt, ctx.now + IMPERSONATION_MS),
          eq(sessions.impersonatorId, userId),
          sessionId ? eq(sessions.impersonatorSessionId, sessionId) : undefined,
        ),
      );
    await Promise.all(actedAs.map((session) => ctx.publish.sessionEnded(session.userId, session.id)));
  });
}
