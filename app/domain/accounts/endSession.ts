import { and, eq, isNull, ne } from "drizzle-orm";
import { sessions } from "~db/schema";
import type { Context } from "../context";

/** Ends one session. Idempotent. */
export const endSession = (ctx: Context, sessionId: string, reason: string) =>
  ctx.db
    .update(sessions)
    .set({ endedAt: ctx.now, endReason: reason })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)));

/** Ends all sessions of a person except `except`, for example after a password change or reset (S2). */
export const endSessionsOf = (ctx: Context, userId: string, reason: string, except = "") =>
  ctx.db
    .update(sessions)
    .set({ endedAt: ctx.now, endReason: reason })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), ne(sessions.id, except)));
