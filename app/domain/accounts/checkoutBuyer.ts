import type { Context } from "../context";
import { sameText } from "../sameText";
import { actorOfSession } from "./actorOfSession";
import { type FoundSession, findSession } from "./findSession";
import { secretHashOf } from "./secretHashOf";
import { CHECKOUT_MS } from "./sessionLimits";
import type { SessionProof } from "./sessionSecret";

/**
 * The session that a first order began, and a context of its buyer, to pay that order and to place another. Null when
 * the proof is not genuine, older than a day, or its session has ended, as all do once the address is proven (rules.md
 * accounts/address-proof). A paid one is a page session, whose answer may have been lost.
 */
export async function checkoutBuyer(
  ctx: Context,
  proof: SessionProof | null,
): Promise<{ buyer: Context; found: FoundSession } | null> {
  const hash = proof && (await secretHashOf(ctx, proof));
  if (!hash) return null;
  const found = await findSession(ctx, proof.sessionId);
  if (!found) return null;
  const { session, user } = found;
  const isLive =
    session.kind !== "api" &&
    session.impersonatorId === null &&
    user.role === "CUSTOMER" &&
    proof.generation === session.generation &&
    ctx.now < Math.min(session.expiresAt, session.rotatedAt + CHECKOUT_MS) &&
    sameText(hash, session.secretHash);
  return isLive ? { buyer: { ...ctx, actor: actorOfSession(ctx, found) }, found } : null;
}
