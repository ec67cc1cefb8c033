import { and, eq, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { recoveryCodes, twoFactors, users } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { Invalid } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { securityEventStatement } from "../securityEvents/recordSecurityEvent";
import { UNDO_OVER } from "./accountInputs";
import { closeSockets } from "./closeSockets";
import { endSessionsOf } from "./endSession";
import { passwordResetMailStatements } from "./passwordResetMailStatements";
import { revokeSignInMethods } from "./revokeSignInMethods";

export const UNDO_HOURS = 72;

/** The link of the mail that two-factor sign-in was turned on. */
export interface TwoFactorUndo {
  userId: string;
  /** When it was turned on, ms UTC: a later set-up needs another link. */
  enabledAt: number;
  mac: string;
}

export const undoText = ({ userId, enabledAt }: Omit<TwoFactorUndo, "mac">) => `${userId}:${enabledAt}`;

/** True while the link works. Reading it changes nothing (rules.md accounts/mail-links). */
export async function canUndoTwoFactor(ctx: Context, link: TwoFactorUndo): Promise<boolean> {
  authorize(ctx, "account.signIn");
  const { userId, enabledAt, mac } = link;
  if (!Number.isSafeInteger(enabledAt) || ctx.now >= enabledAt + UNDO_HOURS * 3_600_000) return false;
  if (!(await ctx.signer.isMac("two-factor-undo", undoText(link), mac))) return false;
  const on = await ctx.db
    .select({ userId: twoFactors.userId })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, userId), eq(twoFactors.enabledAt, enabledAt)))
    .get();
  return on !== undefined;
}

/**
 * Turns off a second factor that another person turned on: ends every session, token and sign-in method, removes the
 * password that they must have known, and mails a link for a new one. Throws Invalid for a link that no longer works.
 */
export async function undoTwoFactor(ctx: Context, link: TwoFactorUndo): Promise<void> {
  if (!(await canUndoTwoFactor(ctx, link))) throw new Invalid(UNDO_OVER);
  const { userId, enabledAt } = link;
  const what = "Two-factor sign-in was turned off by the link of its email";
  await atomicBatch(ctx.db, [
    ctx.db.delete(twoFactors).where(and(eq(twoFactors.userId, userId), eq(twoFactors.enabledAt, enabledAt))),
    assertRowsChanged(ctx.db),
    ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
    ctx.db
      .update(users)
      .set({ passwordHash: null, version: sql`${users.version} + 1` })
      .where(eq(users.id, userId)),
    ...revokeSignInMethods(ctx, userId),
    endSessionsOf(ctx, userId, "two-factor sign-in undone"),
    ...passwordResetMailStatements(ctx, userId),
    historyStatement(ctx, { entity: "user", entityId: userId, action: what, changes: [] }),
    securityEventStatement(ctx, { kind: "twoFactorChanged", userId, detail: what }),
  ]).catch((error) => {
    throw error instanceof PreconditionFailed ? new Invalid(UNDO_OVER) : error;
  });
  closeSockets(ctx, userId);
  ctx.after(() => ctx.publish.outboxWaiting());
}
