import { and, eq, isNull } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { newId } from "~db/ids";
import { history, sessions } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { closeSockets } from "./closeSockets";
import { endSession } from "./endSession";
import { type FoundSession, findSession } from "./findSession";
import { secretHashOf } from "./secretHashOf";
import { ACCESS_MS, IDLE_MS, LEEWAY_MS } from "./sessionLimits";
import { hashSecret, type SessionProof, secretOf } from "./sessionSecret";

export interface AdminRestored {
  found: FoundSession;
  proof: SessionProof;
}

/** How an impersonation that gave its admin back is told from one that ended otherwise. */
const BACK = "back to admin";
/** After these nobody is given a session: the person left, or the proof was a copy. */
const final = ["signed out", "signed in anew", "replayed"];

/**
 * Ends the impersonation that asks and answers the admin's own session under a new secret, or null when that one is
 * over: then its browser signs in anew (rules.md accounts/impersonation, sessions/end).
 */
export async function backToAdmin(ctx: Context): Promise<AdminRestored | null> {
  authorize(ctx, "account.backToAdmin");
  if (ctx.actor.kind !== "impersonated") return null;
  const { sessionId, user } = ctx.actor;
  const restored = await restoreAdmin(ctx, sessionId);
  closeSockets(ctx, user.id, sessionId);
  return restored;
}

/**
 * The admin behind the proof of an impersonation that is refused, because its 60 minutes are over or somebody ended it:
 * once, and in the 10 s after that for requests that were under way. Null for every other proof, and when the admin's
 * own session is over.
 */
export async function adminAfterImpersonation(ctx: Context, proof: SessionProof | null): Promise<AdminRestored | null> {
  if (!proof || !(await secretHashOf(ctx, proof))) return null;
  return await restoreAdmin(ctx, proof.sessionId, proof.generation);
}

async function restoreAdmin(ctx: Context, sessionId: string, generation?: number): Promise<AdminRestored | null> {
  const { db, now } = ctx;
  const over = await db.select().from(sessions).where(eq(sessions.id, sessionId)).get();
  if (!over?.impersonatorId || !over.impersonatorSessionId || over.kind !== "page") return null;
  if (generation !== undefined && generation !== over.generation) return null;
  if (over.endReason && final.includes(over.endReason)) return null;
  const wasBack = over.endReason === BACK;
  if (wasBack && now >= (over.endedAt ?? 0) + LEEWAY_MS) return null;
  const admin = await validAdmin(ctx, over.impersonatorId, over.impersonatorSessionId);
  if (wasBack) return admin && (await atGeneration(ctx, admin, admin.session.generation));

  const next = admin && (await atGeneration(ctx, admin, admin.session.generation + 1));
  try {
    await atomicBatch(db, [
      db
        .update(sessions)
        .set({ endedAt: now, endReason: BACK })
        .where(
          and(
            eq(sessions.id, over.id),
            over.endReason ? eq(sessions.endReason, over.endReason) : isNull(sessions.endedAt),
          ),
        ),
      assertRowsChanged(db),
      ...(next
        ? [
            db
              .update(sessions)
              .set({
                generation: next.proof.generation,
                secretHash: await hashSecret(next.proof.secret),
                rotatedAt: now,
                lastSeenAt: now,
                accessExpiresAt: Math.min(now + ACCESS_MS, next.found.session.expiresAt),
              })
              .where(
                and(
                  eq(sessions.id, next.found.session.id),
                  eq(sessions.generation, next.proof.generation - 1),
                  isNull(sessions.endedAt),
                ),
              ),
            assertRowsChanged(db),
          ]
        : []),
      db.insert(history).values({
        id: newId(now),
        entity: "user",
        entityId: over.userId,
        action: "Login as User: ended",
        actorId: over.userId,
        realActorId: over.impersonatorId,
        changes: [{ field: "session", before: over.id, after: null }],
        createdAt: now,
      }),
    ]);
  } catch (error) {
    if (!(error instanceof PreconditionFailed)) throw error;
    // Another request was first: within the leeway what it made is ours too.
    const again = await db
      .select({ endReason: sessions.endReason })
      .from(sessions)
      .where(eq(sessions.id, over.id))
      .get();
    return again?.endReason === BACK && !wasBack ? await restoreAdmin(ctx, sessionId, generation) : null;
  }
  return next;
}

/** The admin's own session while it would still open a page. */
async function validAdmin(ctx: Context, adminId: string, sessionId: string): Promise<FoundSession | null> {
  const found = await findSession(ctx, sessionId);
  if (!found || found.user.id !== adminId || found.user.role !== "ADMIN" || found.session.kind !== "page") return null;
  const { expiresAt, rotatedAt } = found.session;
  return ctx.now < expiresAt && ctx.now < rotatedAt + IDLE_MS ? found : null;
}

/** The session with the proof of a generation, which its secret is derived from. */
async function atGeneration(ctx: Context, found: FoundSession, generation: number): Promise<AdminRestored> {
  const sessionId = found.session.id;
  return { found, proof: { sessionId, generation, secret: await secretOf(ctx, sessionId, generation) } };
}

/** Ends the session that a browser leaves, an impersonation together with the session behind it: it holds neither any more. */
export async function endWithAdmin(ctx: Context, { session, user }: FoundSession, reason: string): Promise<void> {
  const { impersonatorId: adminId, impersonatorSessionId: own } = session;
  await atomicBatch(ctx.db, [endSession(ctx, session.id, reason), ...(own ? [endSession(ctx, own, reason)] : [])]);
  closeSockets(ctx, user.id, session.id);
  if (adminId && own) closeSockets(ctx, adminId, own);
}
