import { and, eq, isNull } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { sessions, users } from "~db/schema";
import { authorize } from "../access";
import type { SessionProof } from "../accounts/sessionSecret";
import { startSession } from "../accounts/startSession";
import type { Context } from "../context";
import { Forbidden, NotFound } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { securityEventStatement } from "../securityEvents/recordSecurityEvent";
import { isClientWithId } from "./storedClient";

/**
 * Login as User: starts a second session of 60 minutes as the client, linked to the admin and their own session
 * (rules.md accounts/impersonation, sessions/lifetimes). Throws NotFound for anyone who is not a client. The client's
 * last login and first-login flag stay unchanged.
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
    // Starts nothing if the admin's own session has ended.
    ctx.db
      .update(sessions)
      .set({ lastSeenAt: ctx.now })
      .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt))),
    assertRowsChanged(ctx.db),
    session.statement,
    securityEventStatement(ctx, { kind: "impersonationStarted", userId: client.id }),
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
