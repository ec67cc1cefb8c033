import { and, eq, inArray, isNull, or } from "drizzle-orm";
import { atomicBatch } from "~db/client.server";
import { sessions } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context } from "../context";
import { historyStatement } from "../history/historyStatement";
import { closeSockets } from "./closeSockets";
import { endSession } from "./endSession";

/**
 * Ends the current session on the server, so its cookie or tokens become useless (rules.md sessions/end). For an
 * admin acting as a client it ends both sessions.
 */
export async function signOut(ctx: Context): Promise<void> {
  authorize(ctx, "account.signOut");
  if (ctx.actor.kind !== "user" && ctx.actor.kind !== "impersonated") return;
  const { user, sessionId } = ctx.actor;
  if (ctx.actor.kind === "impersonated") return await endBoth(ctx, sessionId);
  await endSession(ctx, sessionId, "signed out");
  closeSockets(ctx, user.id, sessionId);
}

async function endBoth(ctx: Context, sessionId: string) {
  const own = ctx.db.select({ id: sessions.impersonatorSessionId }).from(sessions).where(eq(sessions.id, sessionId));
  const [ended] = await atomicBatch(ctx.db, [
    ctx.db
      .update(sessions)
      .set({ endedAt: ctx.now, endReason: "signed out" })
      .where(and(or(eq(sessions.id, sessionId), inArray(sessions.id, own)), isNull(sessions.endedAt)))
      .returning({ id: sessions.id, userId: sessions.userId }),
    historyStatement(ctx, {
      entity: "user",
      entityId: actorId(ctx),
      action: "Login as User: ended",
      changes: [{ field: "session", before: sessionId, after: null }],
    }),
  ]);
  for (const { id, userId } of ended as { id: string; userId: string }[]) closeSockets(ctx, userId, id);
}
