import { newId } from "~db/ids";
import { sessions } from "~db/schema";
import type { sessionKinds } from "~db/schema/users";
import type { Context } from "../context";
import { ACCESS_MS, absoluteMs, CHECKOUT_MS, IMPERSONATION_MS } from "./sessionLimits";
import { hashSecret, type SessionProof, secretOf } from "./sessionSecret";

interface NewSession {
  userId: string;
  kind: (typeof sessionKinds)[number];
  /** The admin acting as this customer, and the session to return to. */
  impersonator?: { adminId: string; sessionId: string };
}

/** Creates a session's proof and its insert statement for the caller's batch. Every sign-in gets a new session (S2). */
export async function startSession(ctx: Context, { userId, kind, impersonator }: NewSession) {
  const id = newId(ctx.now);
  const life = impersonator ? IMPERSONATION_MS : kind === "checkout" ? CHECKOUT_MS : null;
  const proof: SessionProof = { sessionId: id, generation: 1, secret: await secretOf(ctx, id, 1) };
  const statement = ctx.db.insert(sessions).values({
    id,
    userId,
    kind,
    secretHash: await hashSecret(proof.secret),
    rotatedAt: ctx.now,
    usedAt: ctx.now,
    accessExpiresAt: ctx.now + (life ?? ACCESS_MS),
    expiresAt: ctx.now + (life ?? absoluteMs(ctx)),
    impersonatorId: impersonator?.adminId ?? null,
    impersonatorSessionId: impersonator?.sessionId ?? null,
    address: ctx.address,
    userAgent: ctx.userAgent.slice(0, 300),
    createdAt: ctx.now,
    lastSeenAt: ctx.now,
  });
  return { statement, proof };
}
