import { and, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { signInLinks, users } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { Invalid } from "../errors";
import { SIGN_IN_LINK_OVER } from "./accountInputs";
import { closeSockets } from "./closeSockets";
import { proveAddressStatements } from "./proveAddress";
import { hashSecret } from "./sessionSecret";
import { newChallenge, SecondFactorRequired } from "./signInChallenge";
import { enteringColumns, type SignedIn, startVerifiedSession } from "./startVerifiedSession";

const isOpen = (ctx: Context, tokenHash: string) =>
  and(eq(signInLinks.tokenHash, tokenHash), isNull(signInLinks.usedAt), gt(signInLinks.expiresAt, ctx.now));

const linked = (ctx: Context, tokenHash: string) =>
  ctx.db
    .select({
      ...enteringColumns(ctx.db),
      redirectTo: signInLinks.redirectTo,
      email: users.email,
      emailVerifiedAt: users.emailVerifiedAt,
      hasPassword: sql<number>`${isNotNull(users.passwordHash)}`,
    })
    .from(signInLinks)
    .innerJoin(users, eq(users.id, signInLinks.userId))
    .where(and(isOpen(ctx, tokenHash), isNull(users.deletedAt)))
    .get();

/**
 * The path that an open link redirects to and the account that it opens, as 'a•••@example.com'. Null for a used,
 * replaced or expired link. Reading it does not consume the link (rules.md accounts/mail-links).
 */
export async function openSignInLink(
  ctx: Context,
  token: string,
): Promise<{ redirectTo: string; account: string } | null> {
  authorize(ctx, "account.signIn");
  const link = await linked(ctx, await hashSecret(token));
  return link ? { redirectTo: link.redirectTo, account: masked(link.email) } : null;
}

const masked = (email: string) => `${[...email][0]}•••${email.slice(email.lastIndexOf("@"))}`;

/**
 * Signs in with a mailed link, which is single-use and replaces the password. The first link of an unproven address
 * ends what was set up before it (rules.md accounts/address-proof). Throws Invalid for an expired link, and
 * SecondFactorRequired with a challenge for an account with a second factor.
 */
export async function signInByLink(ctx: Context, token: string): Promise<SignedIn> {
  authorize(ctx, "account.signIn");
  const tokenHash = await hashSecret(token);
  const user = await linked(ctx, tokenHash);
  if (!user) throw new Invalid(SIGN_IN_LINK_OVER);
  const used = [
    ctx.db.update(signInLinks).set({ usedAt: ctx.now }).where(isOpen(ctx, tokenHash)),
    // A concurrent second use matches no open link and rolls the batch back.
    assertRowsChanged(ctx.db),
  ];
  if (user.emailVerifiedAt === null) {
    const proof = [...used, ...proveAddressStatements(ctx, user)];
    const signedIn = await startVerifiedSession(ctx, user, "page", { used: proof, by: "Sign-in link" }).catch(asOver);
    closeSockets(ctx, user.id);
    return user.hasPassword ? { ...signedIn, passwordRemoved: true } : signedIn;
  }
  if (!user.twoFactor) return await startVerifiedSession(ctx, user, "page", { used, by: "Sign-in link" }).catch(asOver);
  const challenge = await newChallenge(ctx, user.id);
  await atomicBatch(ctx.db, [...used, challenge.statement]).catch(asOver);
  throw new SecondFactorRequired(challenge.token);
}

const asOver = (error: unknown): never => {
  throw error instanceof PreconditionFailed ? new Invalid(SIGN_IN_LINK_OVER) : error;
};
