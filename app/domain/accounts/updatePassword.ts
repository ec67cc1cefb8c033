import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { newId } from "~db/ids";
import { history, passwordResets, users } from "~db/schema";
import type { PasswordLinkPurpose } from "~db/schema/notifications";
import { authorize } from "../access";
import type { Context } from "../context";
import { Invalid } from "../errors";
import { securityEventStatement } from "../securityEvents/recordSecurityEvent";
import { PASSWORD_CHANGED, RESET_LINK_OVER, type UpdatePasswordInput } from "./accountInputs";
import { closeSockets } from "./closeSockets";
import { hashNewPassword } from "./commonPasswords";
import { endSessionsOf } from "./endSession";
import { proveAddressStatements } from "./proveAddress";
import { revokeSignInMethods } from "./revokeSignInMethods";
import { securityMailStatements } from "./securityMailStatements";
import { hashSecret } from "./sessionSecret";

const openReset = (ctx: Context, tokenHash: string) =>
  and(eq(passwordResets.tokenHash, tokenHash), isNull(passwordResets.usedAt), gt(passwordResets.expiresAt, ctx.now));

/**
 * The purpose of a password link and whether it still works, or null for an unknown token. Reading it does not
 * consume the link (rules.md accounts/mail-links).
 */
export async function findPasswordLink(
  ctx: Context,
  token: string,
): Promise<{ purpose: PasswordLinkPurpose; works: boolean } | null> {
  authorize(ctx, "account.resetPassword");
  const link = await ctx.db
    .select()
    .from(passwordResets)
    .where(eq(passwordResets.tokenHash, await hashSecret(token)))
    .get();
  return link ? { purpose: link.purpose, works: link.usedAt === null && link.expiresAt > ctx.now } : null;
}

/**
 * Sets a password with a reset or invitation link. The link is single-use, and all the person's sessions end
 * (rules.md sessions/end, security/reset-tokens, accounts/address-proof).
 */
export async function updatePassword(ctx: Context, { token, password }: UpdatePasswordInput): Promise<void> {
  authorize(ctx, "account.resetPassword");
  const tokenHash = await hashSecret(token);
  const row = await ctx.db
    .select({
      userId: passwordResets.userId,
      purpose: passwordResets.purpose,
      email: users.email,
      firstName: users.firstName,
      emailVerifiedAt: users.emailVerifiedAt,
    })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(openReset(ctx, tokenHash))
    .get();
  if (!row) throw new Invalid(RESET_LINK_OVER);
  await atomicBatch(ctx.db, [
    ctx.db.update(passwordResets).set({ usedAt: ctx.now }).where(openReset(ctx, tokenHash)),
    // A concurrent second use matches no open link and rolls the batch back.
    assertRowsChanged(ctx.db),
    ...proveAddressStatements(ctx, { id: row.userId, emailVerifiedAt: row.emailVerifiedAt }),
    ctx.db
      .update(users)
      .set({ passwordHash: await hashNewPassword(ctx, password), version: sql`${users.version} + 1` })
      .where(eq(users.id, row.userId)),
    ...revokeSignInMethods(ctx, row.userId),
    endSessionsOf(ctx, row.userId, "password reset"),
    securityEventStatement(ctx, { kind: "passwordChanged", userId: row.userId, detail: "By a mailed link" }),
    // After an invitation there was no earlier password to warn about.
    ...(row.purpose === "reset" ? securityMailStatements(ctx, row, PASSWORD_CHANGED) : []),
    ctx.db.insert(history).values({
      id: newId(ctx.now),
      entity: "user",
      entityId: row.userId,
      action: row.purpose === "invitation" ? "Invitation accepted" : "Password reset by link",
      actorId: row.userId,
      changes: [],
      createdAt: ctx.now,
    }),
  ]).catch((error) => {
    throw error instanceof PreconditionFailed ? new Invalid(RESET_LINK_OVER) : error;
  });
  closeSockets(ctx, row.userId);
  ctx.after(() => ctx.publish.outboxWaiting());
}
