import { and, desc, eq, gt, isNull, ne } from "drizzle-orm";
import { atomicBatch } from "~db/client.server";
import { sessions } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context, sessionIdOf } from "../context";
import { NotFound } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { closeSockets } from "./closeSockets";
import { confirmOwner } from "./confirmOwner";
import { endSession, endSessionsOf } from "./endSession";
import { idleMs } from "./sessionLimits";

export interface OwnSession {
  id: string;
  kind: "page" | "api";
  userAgent: string;
  /** ms UTC. */
  createdAt: number;
  lastSeenAt: number;
  /** True when a team member is acting as this customer. */
  impersonated: boolean;
  /** The session of this request. */
  current: boolean;
}

const ownId = (ctx: Context) => actorId(ctx);

const living = (ctx: Context) =>
  and(
    eq(sessions.userId, ownId(ctx)),
    isNull(sessions.endedAt),
    ne(sessions.kind, "checkout"),
    gt(sessions.expiresAt, ctx.now),
    gt(sessions.rotatedAt, ctx.now - idleMs(ctx)),
  );

const MAX_SHOWN = 50;
/** Up to this many sessions, sockets are closed one session at a time. */
const MAX_APART = 200;

/** The actor's active sessions: the current one first, then by last use, at most 50 (rules.md sessions/end). */
export async function ownSessions(ctx: Context): Promise<OwnSession[]> {
  authorize(ctx, "account.profile");
  const rows = await ctx.db
    .select({
      id: sessions.id,
      kind: sessions.kind,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      impersonatorId: sessions.impersonatorId,
    })
    .from(sessions)
    .where(living(ctx))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(MAX_SHOWN);
  return rows
    .map(({ impersonatorId, userAgent, kind, ...row }) => ({
      ...row,
      kind: kind === "api" ? kind : ("page" as const),
      userAgent: userAgent ?? "",
      impersonated: impersonatorId !== null,
      current: row.id === sessionIdOf(ctx),
    }))
    .sort((a, b) => Number(b.current) - Number(a.current));
}

/**
 * Ends one of the actor's own sessions immediately. Needs the password or a sign-in of the last five minutes (rules.md
 * sessions/end). Throws NotFound for any other id, and Invalid on `password`.
 */
export async function endOwnSession(ctx: Context, id: string, password?: string): Promise<void> {
  authorize(ctx, "account.security");
  await confirmOwner(ctx, ownId(ctx), password);
  const own = await ctx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, ownId(ctx)), isNull(sessions.endedAt)))
    .get();
  if (!own) throw new NotFound();
  await atomicBatch(ctx.db, [
    endSession(ctx, id, "signed out from another session"),
    historyStatement(ctx, { entity: "session", entityId: id, action: "Signed out from another session", changes: [] }),
  ]);
  closeSockets(ctx, ownId(ctx), id);
}

/** Ends all the actor's sessions except the current one. Returns how many ended. Confirmed as `endOwnSession`. */
export async function endOtherSessions(ctx: Context, password?: string): Promise<number> {
  authorize(ctx, "account.security");
  await confirmOwner(ctx, ownId(ctx), password);
  const others = await ctx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(living(ctx), ne(sessions.id, sessionIdOf(ctx))));
  await atomicBatch(ctx.db, [
    endSessionsOf(ctx, ownId(ctx), "signed out elsewhere", sessionIdOf(ctx)),
    historyStatement(ctx, {
      entity: "user",
      entityId: ownId(ctx),
      action: "Signed out elsewhere",
      changes: [{ field: "sessions", before: others.length, after: 0 }],
    }),
  ]);
  // Each session costs a subrequest and a statement, and a request has limited numbers of both. Closing all of them
  // also closes this session's sockets; its open pages reconnect when they are next loaded.
  if (others.length > MAX_APART) closeSockets(ctx, ownId(ctx));
  else for (const { id } of others) closeSockets(ctx, ownId(ctx), id);
  return others.length;
}
