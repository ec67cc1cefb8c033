import { and, eq, isNull } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { sessions, users } from "~db/schema";
import { authorize } from "../access";
import type { SessionProof } from "../accounts/sessionSecret";
import { startSession } from "../accounts/startSession";
import type { Context } from "../context";
import { Forbidden, NotFound } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { isClientWithId } from "./storedClient";

/**
 * Login as User: a second session of 60 minutes in the client's name, which remembers the admin and the session to go
 * back to (rules.md accounts/impersonation, sessions/lifetimes). Customers only; throws NotFound for everybody else.
 * The client's last login and first welcome stay as they are.
 */
export async function signInAsClient(ctx: Context, clientId: string, kind: "page" | "api"): Promise<SessionProof> {
  authorize(ctx, "clients.impersonate");
  if (ctx.actor.kind !== "user") throw new Forbidden();
  const { user: admin, sessionId } = ctx.actor;
  const client = await ctx.db.select({ id: users.id }).from(users).where(isClientWithId(clientId)).get();
  if (!client) throw new NotFound();
  const session = await startSession(ctx, {
    userId: client.id,
    kind,
    impersonator: { adminId: admin.id, sessionId },
  });
  await atomicBatch(ctx.db, [
    // An admin who was signed out meanwhile starts nothing any more.
    ctx.db
      .update(sessions)
      .set({ lastSeenAt: ctx.now })
      .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt))),
    assertRowsChanged(ctx.db),
    session.statement,
    historyStatement(ctx, {
      entity: "user",
      entityId: client.id,
      action: "Login as User: started",
      changes: [{ field: "session", before: null, after: session.proof.sessionId }],
    }),
  ]).catch((error) => {
    throw error instanceof PreconditionFailed ? new Forbidden() : error;
  });
  return session.proof;
}
