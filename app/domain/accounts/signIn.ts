import { and, eq, isNull } from "drizzle-orm";
import { PreconditionFailed } from "~db/client.server";
import { foldText } from "~db/foldText";
import { users } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { Unauthenticated } from "../errors";
import { recordSecurityEvent } from "../securityEvents/recordSecurityEvent";
import { INVALID_SIGN_IN, type SignInInput, WRONG_CODE } from "./accountInputs";
import { consumeRateLimit, forgetAttempts } from "./consumeRateLimit";
import { hashPassword, passwordTooLong, verifyPassword } from "./passwords";
import { spendCode } from "./secondFactor";
import { newChallenge, SecondFactorRequired } from "./signInChallenge";
import { enteringColumns, type SignedIn, startVerifiedSession } from "./startVerifiedSession";

export type { SignedIn } from "./startVerifiedSession";

/**
 * Starts a session for an email address and password. Throws Unauthenticated 'Invalid email or password' for any
 * mismatch, after the same work (rules.md security/password-hash, security/limits, accounts/password-texts). With a
 * second factor, pages get SecondFactorRequired with a challenge; the API passes `code` in the same call. `welcome`
 * is true on a customer's first sign-in.
 */
export async function signIn(ctx: Context, input: SignInInput, kind: "page" | "api"): Promise<SignedIn> {
  authorize(ctx, "account.signIn");
  if (passwordTooLong(input.password)) throw new Unauthenticated(INVALID_SIGN_IN);
  const emailFolded = foldText(input.email);
  await consumeRateLimit(ctx, "signIn", emailFolded);
  const user = await ctx.db
    .select({ ...enteringColumns(ctx.db), passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.emailFolded, emailFolded), isNull(users.deletedAt)))
    .get();
  const { ok, rehash } = await verifyPassword(input.password, user?.passwordHash ?? null);
  if (!user || !ok) {
    const detail = user ? "Wrong password" : "No account with this address";
    recordSecurityEvent(ctx, { kind: "signInFailed", userId: user?.id ?? null, detail });
    throw new Unauthenticated(INVALID_SIGN_IN);
  }
  const passwordHash = rehash ? await hashPassword(input.password) : undefined;
  if (!user.twoFactor) {
    const signedIn = await startVerifiedSession(ctx, user, kind, { passwordHash });
    await forgetAttempts(ctx, "signIn", emailFolded);
    return signedIn;
  }

  await forgetAttempts(ctx, "signIn", emailFolded);
  if (kind === "page") {
    const challenge = await newChallenge(ctx, user.id);
    await challenge.statement;
    throw new SecondFactorRequired(challenge.token);
  }
  if (!input.code) throw new SecondFactorRequired(null);
  await consumeRateLimit(ctx, "signInCode", emailFolded);
  const used = await spendCode(ctx, user.id, input.code, { limit: "signInCode", subject: emailFolded });
  if (!used) {
    recordSecurityEvent(ctx, { kind: "codeFailed", userId: user.id });
    throw new Unauthenticated(WRONG_CODE, "code");
  }
  const signedIn = await startVerifiedSession(ctx, user, kind, { used, passwordHash, by: "Two-factor code" }).catch(
    asWrongCode,
  );
  await forgetAttempts(ctx, "signInCode", emailFolded);
  return signedIn;
}

/** Two requests may use the same code. The first signs in; the second gets the error for a used code. */
export const asWrongCode = (error: unknown): never => {
  throw error instanceof PreconditionFailed ? new Unauthenticated(WRONG_CODE, "code") : error;
};
