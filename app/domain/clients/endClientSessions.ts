import { and, count, eq, gt, isNull } from "drizzle-orm";
import { atomicBatch } from "~db/client.server";
import { sessions } from "~db/schema";
import { authorize } from "../access";
import { closeSockets } from "../accounts/closeSockets";
import { endSessionsOf } from "../accounts/endSession";
import { revokeSignInMethods } from "../accounts/revokeSignInMethods";
import type { Context } from "../context";
import { historyStatement } from "../history/historyStatement";
import { securityEventStatement } from "../securityEvents/recordSecurityEvent";
import { storedClient } from "./storedClient";

/** The number of a client's open sessions, API tokens included. Throws NotFound. */
export async function countClientSessions(ctx: Context, clientId: string): Promise<number> {
  authorize(ctx, "clients.endSessions");
  const { id } = await storedClient(ctx, { id: clientId });
  const open = and(eq(sessions.userId, id), isNull(sessions.endedAt), gt(sessions.expiresAt, ctx.now));
  const row = await ctx.db.select({ open: count() }).from(sessions).where(open).get();
  return row?.open ?? 0;
}

/**
 * Signs a client out everywhere, for example when they lost a device: ends their sessions and API tokens, and revokes
 * open links. Their password stays (rules.md sessions/end). Throws NotFound.
 */
export async function endClientSessions(ctx: Context, clientId: string): Promise<void> {
  authorize(ctx, "clients.endSessions");
  const { id } = await storedClient(ctx, { id: clientId });
  await atomicBatch(ctx.db, [
    endSessionsOf(ctx, id, "ended by the team"),
    ...revokeSignInMethods(ctx, id),
    historyStatement(ctx, { entity: "user", entityId: id, action: "Signed out everywhere", changes: [] }),
    securityEventStatement(ctx, { kind: "sessionsEnded", userId: id }),
  ]);
  closeSockets(ctx, id);
}
