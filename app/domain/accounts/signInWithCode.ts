import { and, eq, isNull } from "drizzle-orm";
import { assertRowsChanged } from "~db/client.server";
import { signInChallenges, users } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { Unauthenticated } from "../errors";
import { recordSecurityEvent } from "../securityEvents/recordSecurityEvent";
import { CHALLENGE_OVER, WRONG_CODE } from "./accountInputs";
import { consumeRateLimit, forgetAttempts } from "./consumeRateLimit";
import { spendCode } from "./secondFactor";
import { hashSecret } from "./sessionSecret";
import { asWrongCode } from "./signIn";
import { isOpenChallenge } from "./signInChallenge";
import { enteringColumns, type SignedIn, startVerifiedSession } from "./startVerifiedSession";

const challenged = (ctx: Context, tokenHash: string) =>
  ctx.db
    .select(enteringColumns(ctx.db))
    .from(signInChallenges)
    .innerJoin(users, eq(users.id, signInChallenges.userId))
    .where(and(isOpenChallenge(ctx, tokenHash), isNull(users.deletedAt)))
    .get();

/** True while a challenge waits for its code. Does not consume it. */
export async function challengeWaits(ctx: Context, challenge: string): Promise<boolean> {
  authorize(ctx, "account.signIn");
  return (await challenged(ctx, await hashSecret(challenge))) !== undefined;
}

/**
 * Completes a page sign-in with an authenticator or recovery code, each single-use and limited like passwords
 * (rules.md security/limits). Throws Unauthenticated on `code` for a wrong code, and without a field for an expired
 * challenge.
 */
export async function signInWithCode(ctx: Context, input: { challenge: string; code: string }): Promise<SignedIn> {
  authorize(ctx, "account.signIn");
  const tokenHash = await hashSecret(input.challenge);
  const user = await challenged(ctx, tokenHash);
  if (!user) throw new Unauthenticated(CHALLENGE_OVER);
  await consumeRateLimit(ctx, "signInCode", user.emailFolded);
  const used = await spendCode(ctx, user.id, input.code, { limit: "signInCode", subject: user.emailFolded });
  if (!used) {
    recordSecurityEvent(ctx, { kind: "codeFailed", userId: user.id });
    throw new Unauthenticated(WRONG_CODE, "code");
  }
  const signedIn = await startVerifiedSession(ctx, user, "page", {
    used: [
      ctx.db.update(signInChallenges).set({ usedAt: ctx.now }).where(isOpenChallenge(ctx, tokenHash)),
      assertRowsChanged(ctx.db),
      ...used,
    ],
    by: "Two-factor code",
  }).catch(asWrongCode);
  await forgetAttempts(ctx, "signInCode", user.emailFolded);
  return signedIn;
}
