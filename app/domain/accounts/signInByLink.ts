import { and, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { foldText } from "~db/foldText";
import { signInLinks, users } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { Invalid } from "../errors";
import { LINK_OF_ANOTHER_ADDRESS, SIGN_IN_LINK_OVER } from "./accountInputs";
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

interface OpenSignInLink {
  redirectTo: string;
  /** As 'a•••@example.com'. */
  account: string;
  /** False when this browser did not request the link, so the person has to enter the address. */
  requestedHere: boolean;
}

/**
 * An open link; null when it is used, replaced or expired. `requestedFor` is the address for which this browser
 * requested a link. Reading it does not consume the link (rules.md accounts/mail-links).
 */
export async function openSignInLink(
  ctx: Context,
  token: string,
  requestedFor: string | null = null,
): Promise<OpenSignInLink | null> {
  authorize(ctx, "account.signIn");
  const link = await linked(ctx, await hashSecret(token));
  if (!link) return null;
  const { redirectTo, email, emailFolded } = link;
  return { redirectTo, account: masked(email), requestedHere: foldText(requestedFor ?? "") === emailFolded };
}

const masked = (email: string) => `${[...email][0]}•••${email.slice(email.lastIndexOf("@"))}`;

/**
 * Signs in with a mailed link, which is single-use and replaces the password. `email` is the account's address as this
 * browser requested the link for, or as the person entered it; otherwise a forwarded link could open another person's
 * account unnoticed. The first link of an unproven address ends the sign-ins of before (rules.md
 * accounts/address-proof). Throws Invalid for an expired link and, on `email`, for another address, and
 * SecondFactorRequired with a challenge for an account with a second factor.
 */
export async function signInByLink(ctx: Context, token: string, email: string): Promise<SignedIn> {
  authorize(ctx, "account.signIn");
  const tokenHash = await hashSecret(token);
  const user = await linked(ctx, tokenHash);
  if (!user) throw new Invalid(SIGN_IN_LINK_OVER);
  if (foldText(email) !== user.emailFolded) throw new Invalid(LINK_OF_ANOTHER_ADDRESS, "email");
  const used = [
    ctx.db.update(signInLinks).set({ usedAt: ctx.now }).where(isOpen(ctx, tokenHash)),
    // A concurrent second use matches no open link and rolls the batch back.
    assertRowsChanged(ctx.db),
  ];
  const unproven = user.emailVerifiedAt === null;
  used.push(...proveAddressStatements(ctx, user));
  if (user.twoFactor) {
    const challenge = await newChallenge(ctx, user.id);
    await atomicBatch(ctx.db, [...used, challenge.statement]).catch(asOver);
    if (unproven) closeSockets(ctx, user.id);
    throw new SecondFactorRequired(challenge.token);
  }
  const signedIn = await startVerifiedSession(ctx, user, "page", { used, by: "Sign-in link" }).catch(asOver);
  if (!unproven) return signedIn;
  closeSockets(ctx, user.id);
  return user.hasPassword ? { ...signedIn, passwordRemoved: true } : signedIn;
}

const asOver = (error: unknown): never => {
  throw error instanceof PreconditionFailed ? new Invalid(SIGN_IN_LINK_OVER) : error;
};
