import { and, eq, isNull } from "drizzle-orm";
import { atomicBatch } from "~db/client.server";
import { newId } from "~db/ids";
import { history, sessions } from "~db/schema";
import type { Context } from "../context";
import { sameText } from "../sameText";
import { securityEventStatement } from "../securityEvents/recordSecurityEvent";
import { closeSockets } from "./closeSockets";
import { endSession } from "./endSession";
import { type FoundSession, findSession } from "./findSession";
import { secretHashOf } from "./secretHashOf";
import { ACCESS_MS, idleMs, LEEWAY_MS } from "./sessionLimits";
import { hashSecret, type SessionProof, secretOf, storedProof } from "./sessionSecret";
import type { WorkAt } from "./workOfUser";

type Stored = FoundSession["session"];

export type Renewal =
  | { state: "good"; found: FoundSession; proof?: SessionProof }
  /** Invalid, expired, or replayed after rotation: the bearer is signed out. */
  | { state: "refused" };

/**
 * Verifies a proof and rotates it when its access period has expired, or always with `force` (the API's refresh). The
 * previous generation stays valid until 10 s after its successor was first used. An older one means a stolen or copied
 * token: the session ends and the history records it (rules.md sessions/refresh). Costs one statement until the access
 * period expires, and one write when a successor is first used.
 */
export async function renewSession(
  ctx: Context,
  proof: SessionProof | null,
  { kind, force = false, work }: { kind: "page" | "api"; force?: boolean; work?: WorkAt },
): Promise<Renewal> {
  const hash = proof && (await secretHashOf(ctx, proof));
  if (!hash) return { state: "refused" };
  const found = await findSession(ctx, proof.sessionId, work);
  if (!found || found.session.kind !== kind) return { state: "refused" };
  const { session } = found;
  if (ctx.now >= session.expiresAt || ctx.now >= session.rotatedAt + idleMs(ctx)) {
    await endSession(ctx, session.id, "expired");
    closeSockets(ctx, found.user.id, session.id);
    return { state: "refused" };
  }
  if (proof.generation === session.generation - 1 && isPreviousValid(ctx, session))
    return await handOutAgain(ctx, found);
  if (proof.generation !== session.generation) return await refuseReplay(ctx, found);
  if (!sameText(hash, session.secretHash)) return { state: "refused" };
  if (!force && ctx.now < session.accessExpiresAt) {
    await markUsed(ctx, session);
    return { state: "good", found };
  }

  const generation = session.generation + 1;
  const next: SessionProof = { sessionId: session.id, generation, secret: await secretOf(ctx, session.id, generation) };
  const rotated = await ctx.db
    .update(sessions)
    .set({
      generation: next.generation,
      secretHash: await hashSecret(next.secret),
      usedAt: null,
      ...renewedTimes(ctx, session),
    })
    .where(isCurrent(session));
  if (rotated.meta.changes === 1) return { state: "good", found, proof: next };
  // Another request rotated first.
  const again = await findSession(ctx, session.id, work);
  return again?.session.generation === generation ? await alreadyRotated(ctx, again) : { state: "refused" };
}

const isCurrent = ({ id, generation }: Stored) =>
  and(eq(sessions.id, id), eq(sessions.generation, generation), isNull(sessions.endedAt));

const renewedTimes = ({ now }: Context, { expiresAt }: Stored) => ({
  rotatedAt: now,
  lastSeenAt: now,
  accessExpiresAt: Math.min(now + ACCESS_MS, expiresAt),
});

/** The previous release rotates without `usedAt`, which is then older than the rotation. */
export const isPreviousValid = ({ now }: Context, { usedAt, rotatedAt }: Stored) =>
  usedAt === null || now < Math.max(usedAt, rotatedAt) + LEEWAY_MS;

/** Notes that the answer with the current generation has arrived, so that the previous one is worthless soon. */
export async function markUsed(ctx: Context, session: Stored): Promise<void> {
  if (session.usedAt !== null) return;
  await ctx.db
    .update(sessions)
    .set({ usedAt: ctx.now })
    .where(and(isCurrent(session), isNull(sessions.usedAt)));
}

/**
 * The successor again, for a bearer of the previous generation whose answer was lost or is on its way. An access
 * period that has expired begins again: a second rotation would make a replay of requests in flight.
 */
async function handOutAgain(ctx: Context, found: FoundSession): Promise<Renewal> {
  const { session } = found;
  if (ctx.now >= session.accessExpiresAt)
    await ctx.db
      .update(sessions)
      .set(renewedTimes(ctx, session))
      .where(and(isCurrent(session), isNull(sessions.usedAt)));
  return await alreadyRotated(ctx, found);
}

/** Secrets are derived, so every request of a moment gets the proof of the rotation that won. */
async function alreadyRotated(ctx: Context, found: FoundSession): Promise<Renewal> {
  const proof = await storedProof(ctx, found.session);
  return proof ? { state: "good", found, proof } : { state: "refused" };
}

async function refuseReplay(ctx: Context, { session, user }: FoundSession): Promise<Renewal> {
  await atomicBatch(ctx.db, [
    endSession(ctx, session.id, "replayed"),
    securityEventStatement(ctx, { kind: "tokenReused", userId: user.id, detail: "Its session was ended" }),
    ctx.db.insert(history).values({
      id: newId(ctx.now),
      entity: "session",
      entityId: session.id,
      action: "An old session token was reused, so the session was ended",
      actorId: user.id,
      realActorId: session.impersonatorId,
      changes: [],
      createdAt: ctx.now,
    }),
  ]);
  closeSockets(ctx, user.id, session.id);
  return { state: "refused" };
}
