import { and, eq, isNull } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { foldText } from "~db/foldText";
import { sessions, users } from "~db/schema";
import { authorize } from "../access";
import { checkoutBuyer } from "../accounts/checkoutBuyer";
import { ACCESS_MS, absoluteMs } from "../accounts/sessionLimits";
import type { SessionProof } from "../accounts/sessionSecret";
import type { SignedIn } from "../accounts/startVerifiedSession";
import type { Context } from "../context";
import { NotFound } from "../errors";
import { securityEventStatement } from "../securityEvents/recordSecurityEvent";
import { checkPayment } from "./checkPayment";

/**
 * Signs in the buyer of a first order once it is paid, or while the provider has not decided (rules.md
 * checkout/new-account). Null without a live proof, and for an unpaid order or one of another person. A repeated call
 * answers the same session, because the answer may have been lost.
 */
export async function signInBuyer(ctx: Context, proof: SessionProof | null, orderId: string): Promise<SignedIn | null> {
  authorize(ctx, "account.signIn");
  const known = await checkoutBuyer(ctx, proof);
  if (!known || !proof) return null;
  const { buyer, found } = known;
  const state = await checkPayment(buyer, orderId).catch((error: unknown) => {
    if (error instanceof NotFound) return null;
    throw error;
  });
  if (!state?.paid && !state?.pending) return null;
  if (found.session.kind === "checkout") await openSession(buyer, found.user.id, proof.sessionId);
  const { id: userId, email, role } = found.user;
  return { userId, emailFolded: foldText(email), role, proof, welcome: false };
}

async function openSession(ctx: Context, userId: string, sessionId: string): Promise<void> {
  const expiresAt = ctx.now + absoluteMs(ctx);
  try {
    await atomicBatch(ctx.db, [
      ctx.db
        .update(sessions)
        .set({
          kind: "page",
          rotatedAt: ctx.now,
          lastSeenAt: ctx.now,
          accessExpiresAt: Math.min(ctx.now + ACCESS_MS, expiresAt),
          expiresAt,
        })
        .where(and(eq(sessions.id, sessionId), eq(sessions.kind, "checkout"), isNull(sessions.endedAt))),
      assertRowsChanged(ctx.db),
      ctx.db.update(users).set({ lastLogin: ctx.now }).where(eq(users.id, userId)),
      securityEventStatement(ctx, { kind: "signedIn", userId, detail: "First order" }),
    ]);
  } catch (error) {
    // A parallel request has opened it, or it has ended: the caller reads the session before it goes on.
    if (!(error instanceof PreconditionFailed)) throw error;
  }
}
