import { and, eq, isNull } from "drizzle-orm";
import { writeTogether } from "~db/client.server";
import { newId } from "~db/ids";
import { history, sessions } from "~db/schema";
import type { Context } from "../context";
import { closeSockets } from "./closeSockets";
import { endSession } from "./endSession";
import { type FoundSession, findSession } from "./findSession";
import { hashOfProof } from "./hashOfProof";
import { ACCESS_MS, IDLE_MS, LEEWAY_MS } from "./sessionLimits";
import { hashSecret, type SessionProof, sameText, secretOf } from "./sessionSecret";

export type Renewal =
  | { state: "good"; found: FoundSession; proof?: SessionProof }
  /** Not ours, over, or used again after it had been replaced: whoever holds it is signed out. */
  | { state: "refused" };

/**
 * Checks a proof and renews it when its access part is over (or always, with `force`: the API's refresh).
 * The generation before is good for 10 s after a rotation; an older one is theft or a copy: the session ends and the
 * event is recorded (quality S3, R9). Costs one statement while the access part lives.
 */
export async function renewSession(
  ctx: Context,
  proof: SessionProof | null,
  { kind, force = false }: { kind: "page" | "api"; force?: boolean },
): Promise<Renewal> {
  const hash = proof && (await hashOfProof(ctx, proof));
  if (!hash) return { state: "refused" };
  const found = await findSession(ctx, proof.sessionId);
  if (!found || found.session.kind !== kind) return { state: "refused" };
  const { session } = found;
  if (ctx.now >= session.expiresAt || ctx.now >= session.rotatedAt + IDLE_MS) {
    await endSession(ctx, session.id, "expired");
    closeSockets(ctx, found.user.id, session.id);
    return { state: "refused" };
  }
  const current = async (generation: number): Promise<SessionProof> => ({
    sessionId: session.id,
    generation,
    secret: await secretOf(ctx, session.id, generation),
  });

  if (proof.generation === session.generation - 1 && ctx.now < session.rotatedAt + LEEWAY_MS)
    return { state: "good", found, proof: await current(session.generation) };
  if (proof.generation !== session.generation) return await refuseReplay(ctx, found);
  if (!sameText(hash, session.secretHash)) return { state: "refused" };
  if (!force && ctx.now < session.accessExpiresAt) return { state: "good", found };

  const next = await current(session.generation + 1);
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
  // Another request rotated first: what it made is what we would have made.
  const again = await findSession(ctx, session.id);
  return again?.session.generation === next.generation
    ? { state: "good", found: again, proof: next }
    : { state: "refused" };
}

async function refuseReplay(ctx: Context, { session, user }: FoundSession): Promise<Renewal> {
  await writeTogether(ctx.db, [
    endSession(ctx, session.id, "replayed"),
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
