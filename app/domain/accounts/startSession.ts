import { newId } from "~db/ids";
import { sessions } from "~db/schema";
import type { Context } from "../context";
import { ABSOLUTE_MS, ACCESS_MS, IMPERSONATION_MS } from "./sessionLimits";
import { hashSecret, type SessionProof, secretOf } from "./sessionSecret";

interface NewSession {
  userId: string;
  kind: "page" | "api";
  /** The admin who acts as this customer, with the session to go back to. */
  impersonator?: { adminId: string; sessionId: string };
}

/** The row of a new session and its proof, to be written in the caller's batch. A new one at every sign-in (S2). */
export async function startSession(ctx: Context, { userId, kind, impersonator }: NewSession) {
  const id = newId(ctx.now);
  const proof: SessionProof = { sessionId: id, generation: 1, secret: await secretOf(ctx, id, 1) };
  const statement = ctx.db.insert(sessions).values({
    id,
    userId,
    kind,
    secretHash: await hashSecret(proof.secret),
    rotatedAt: ctx.now,
    accessExpiresAt: ctx.now + (impersonator ? IMPERSONATION_MS : ACCESS_MS),
    expiresAt: ctx.now + (impersonator ? IMPERSONATION_MS : ABSOLUTE_MS),
    impersonatorId: impersonator?.adminId ?? null,
    impersonatorSessionId: impersonator?.sessionId ?? null,
    address: ctx.address,
    userAgent: ctx.userAgent.slice(0, 300),
    createdAt: ctx.now,
    lastSeenAt: ctx.now,
  });
  return { statement, proof };
}
