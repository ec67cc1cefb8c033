import { and, eq, isNull } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { newId } from "~db/ids";
import { history, sessions } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { securityEventStatement } from "../securityEvents/recordSecurityEvent";
import { closeSockets } from "./closeSockets";
import { endSession } from "./endSession";
import { type FoundSession, findSession } from "./findSession";
import { isPreviousValid } from "./renewSession";
import { secretHashOf } from "./secretHashOf";
import { ACCESS_MS, idleMs } from "./sessionLimits";
import { hashSecret, type SessionProof, secretOf, storedProof } from "./sessionSecret";

export interface AdminRestored {
  found: FoundSession;
  proof: SessionProof;
}

/** Marks an impersonation that ended by returning to the admin's own session. */
const BACK = "back to admin";
/** Ends that never restore the admin's session: the person signed out or in again, or the proof was a copy. */
const isFinal = (endReason: string) => endReason.startsWith("signed ") || endReason === "replayed";

/**
 * Ends the actor's impersonation and returns the admin's own session under a new secret. Returns null when that
 * session has ended, so the browser must sign in again (rules.md accounts/impersonation, sessions/end).
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
 * Restores the admin's session for the proof of an impersonation that expired or was ended from elsewhere. Works
 * until 10 s after that session was first used, because the answer may be lost. Returns null for any other proof, and
 * when the admin's own session has ended.
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
  if (over.endReason && isFinal(over.endReason)) return null;
  const wasBack = over.endReason === BACK;
  const admin = await validAdmin(ctx, over.impersonatorId, over.impersonatorSessionId);
  if (wasBack) {
    if (admin?.session.rotatedAt !== over.endedAt || !isPreviousValid(ctx, admin.session)) return null;
    const proof = await storedProof(ctx, admin.session);
    return proof && { found: admin, proof };
  }

  const next = admin && (await nextGeneration(ctx, admin));
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
                usedAt: null,
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
      securityEventStatement(ctx, { kind: "impersonationEnded", userId: over.userId, actorId: over.impersonatorId }),
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
    // Another request restored the session first. Within the leeway its result is valid here too.
    const again = await db
      .select({ endReason: sessions.endReason })
      .from(sessions)
      .where(eq(sessions.id, over.id))
      .get();
    return again?.endReason === BACK && !wasBack ? await restoreAdmin(ctx, sessionId, generation) : null;
  }
  return next;
}

/** The admin's own session, if it still opens pages. */
async function validAdmin(ctx: Context, adminId: string, sessionId: string): Promise<FoundSession | null> {
  const found = await findSession(ctx, sessionId);
  if (!found || found.user.id !== adminId || found.user.role !== "ADMIN" || found.session.kind !== "page") return null;
  const { expiresAt, rotatedAt } = found.session;
  return ctx.now < expiresAt && ctx.now < rotatedAt + idleMs(ctx) ? found : null;
}

/** Derives the secret of the next generation and returns the session with that proof. */
async function nextGeneration(ctx: Context, found: FoundSession): Promise<AdminRestored> {
  const sessionId = found.session.id;
  const generation = found.session.generation + 1;
  return { found, proof: { sessionId, generation, secret: await secretOf(ctx, sessionId, generation) } };
}

/** Ends the session that a browser gives up. For an impersonation it also ends the admin's session behind it. */
export async function endWithAdmin(ctx: Context, { session, user }: FoundSession, reason: string): Promise<void> {
  const { impersonatorId: adminId, impersonatorSessionId: own } = session;
  await atomicBatch(ctx.db, [endSession(ctx, session.id, reason), ...(own ? [endSession(ctx, own, reason)] : [])]);
  closeSockets(ctx, user.id, session.id);
  if (adminId && own) closeSockets(ctx, adminId, own);
}
