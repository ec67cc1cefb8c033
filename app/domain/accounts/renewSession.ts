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

export type Renewal =
  | { state: "good"; found: FoundSession; proof?: SessionProof }
  /** Invalid, expired, or replayed after rotation: the bearer is signed out. */
  | { state: "refused" };

/**
 * Verifies a proof and rotates it when its access period has expired, or always with `force` (the API's refresh). The
 * previous generation stays valid for 10 s. An older one means a stolen or copied token: the session ends and the
 * history records it (rules.md sessions/refresh). Costs one statement until the access period expires.
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
  if (proof.generation === session.generation - 1 && ctx.now < session.rotatedAt + LEEWAY_MS)
    return await alreadyRotated(ctx, found);
  if (proof.generation !== session.generation) return await refuseReplay(ctx, found);
  if (!sameText(hash, session.secretHash)) return { state: "refused" };
  if (!force && ctx.now < session.accessExpiresAt) return { state: "good", found };

  const generation = session.generation + 1;
  const next: SessionProof = { sessionId: session.id, generation, secret: await secretOf(ctx, session.id, generation) };
  const rotated = await ctx.db
    .update(sessions)
    .set({
      generation: next.generation,
      secretHash: await hashSecret(next.secret),
      rotatedAt: ctx.now,
      lastSeenAt: ctx.now,
      accessExpiresAt: Math.min(ctx.now + ACCESS_MS, session.expiresAt),
    })
    .where(and(eq(sessions.id, session.id), eq(sessions.generation, session.generation), isNull(sessions.endedAt)));
  if (rotated.meta.changes === 1) return { state: "good", found, proof: next };
  // Another request rotated first.
  const again = await findSession(ctx, session.id, work);
  return again?.session.generation === generation ? await alreadyRotated(ctx, again) : { state: "refused" };
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
