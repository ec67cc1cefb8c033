import type { Context } from "../context";
import { sameText } from "../sameText";
import { type FoundSession, findSession } from "./findSession";
import { secretHashOf } from "./secretHashOf";
import { idleMs } from "./sessionLimits";
import type { SessionProof } from "./sessionSecret";

/**
 * The page session of a proof that needs neither a renewal nor a decision; null for every other, which `renewSession`
 * decides. Writes nothing, so that a copy of the database can answer.
 */
export async function freshSession(ctx: Context, proof: SessionProof | null): Promise<FoundSession | null> {
  const hash = proof && (await secretHashOf(ctx, proof));
  if (!hash) return null;
  const found = await findSession(ctx, proof.sessionId);
  if (!found) return null;
  const { session } = found;
  const isFresh =
    session.kind === "page" &&
    ctx.now < Math.min(session.expiresAt, session.rotatedAt + idleMs(ctx), session.accessExpiresAt) &&
    proof.generation === session.generation &&
    sameText(hash, session.secretHash);
  return isFresh ? found : null;
}
