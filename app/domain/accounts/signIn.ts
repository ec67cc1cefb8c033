import { and, eq, isNull } from "drizzle-orm";
import { writeTogether } from "~db/client.server";
import { foldText } from "~db/foldText";
import { users } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { Unauthenticated } from "../errors";
import { INVALID_SIGN_IN, type SignInInput } from "./accountInputs";
import { hashPassword, passwordTooLong, verifyPassword } from "./passwords";
import type { SessionProof } from "./sessionSecret";
import { startSession } from "./startSession";
import { forgetAttempts, takeAttempt } from "./takeAttempt";

export interface SignedIn {
  userId: string;
  proof: SessionProof;
  /** A customer who has never been welcomed. */
  welcome: boolean;
}

/**
 * Starts a session for an address and its password. Throws Unauthenticated 'Invalid email or password' whatever was
 * wrong, after the same work (quality S4, S5; decision R16). `welcome` says that a customer is here for the first time.
 */
export async function signIn(ctx: Context, input: SignInInput, kind: "page" | "api"): Promise<SignedIn> {
  authorize(ctx, "account.signIn");
  if (passwordTooLong(input.password)) throw new Unauthenticated(INVALID_SIGN_IN);
  const emailFolded = foldText(input.email);
  await takeAttempt(ctx, "signIn", emailFolded);
  const user = await ctx.db
    .select({ id: users.id, passwordHash: users.passwordHash, role: users.role, firstLogin: users.firstLogin })
    .from(users)
    .where(and(eq(users.emailFolded, emailFolded), isNull(users.deletedAt)))
    .get();
  const { ok, rehash } = await verifyPassword(input.password, user?.passwordHash ?? null);
  if (!user || !ok) throw new Unauthenticated(INVALID_SIGN_IN);
  const session = await startSession(ctx, { userId: user.id, kind });
  await writeTogether(ctx.db, [
    session.statement,
    ctx.db
      .update(users)
      .set({ lastLogin: ctx.now, ...(rehash ? { passwordHash: await hashPassword(input.password) } : {}) })
      .where(eq(users.id, user.id)),
  ]);
  await forgetAttempts(ctx, "signIn", emailFolded);
  return { userId: user.id, proof: session.proof, welcome: user.role === "CUSTOMER" && user.firstLogin };
}
