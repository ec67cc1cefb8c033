import { and, eq, isNotNull, isNull, lt } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { brand } from "~/brand";
import { assertRowsChanged, type BatchStatement } from "~db/client.server";
import { recoveryCodes, twoFactors } from "~db/schema";
import type { Context } from "../context";

const PERIOD_SECONDS = 30;
/** A code of the step before or after is good too: clocks differ and fingers are slow. */
const WINDOW = 1;
const RECOVERY_CODES = 10;

export const newTotpSecret = () => new Secret({ size: 20 }).base32;

const totpOf = (secret: string, email: string) =>
  new TOTP({ issuer: brand.name, label: email, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS });

/** What an authenticator app reads from the QR code. */
export const totpAddress = (secret: string, email: string) => totpOf(secret, email).toString();

/** The 30-second step that a code belongs to; null when it is none of those around `now` (ms UTC). */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const delta = totpOf(secret, "").validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
}

export const secretPurpose = (userId: string) => `two-factor:${userId}`;

/** Keyed, so that what the database holds of 50 random bits cannot be tried out elsewhere. */
const hashRecoveryCode = (ctx: Pick<Context, "signer">, userId: string, code: string) =>
  ctx.signer.mac(`recovery-code:${userId}:${code}`);

const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

function newRecoveryCode() {
  const bytes = crypto.getRandomValues(new Uint8Array(40));
  // Values that would make some letters likelier than others are left out.
  const fair = [...bytes].filter((byte) => byte < 256 - (256 % LETTERS.length));
  return fair
    .slice(0, 10)
    .map((byte) => LETTERS[byte % LETTERS.length])
    .join("");
}

/** 'abcde-fghij', as people write it down. */
const spaced = (code: string) => `${code.slice(0, 5)}-${code.slice(5)}`;

/** Ten new recovery codes and the statements that put them in the place of the old ones, for the caller's batch. */
export async function newRecoveryCodes(ctx: Context, userId: string) {
  const codes: string[] = [];
  while (codes.length < RECOVERY_CODES) {
    const code = newRecoveryCode();
    if (code.length === 10 && !codes.includes(code)) codes.push(code);
  }
  const rows = await Promise.all(
    codes.map(async (code) => ({ userId, codeHash: await hashRecoveryCode(ctx, userId, code) })),
  );
  const statements: BatchStatement[] = [
    ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
    ctx.db.insert(recoveryCodes).values(rows),
  ];
  return { codes: codes.map(spaced), statements };
}

/**
 * Statements that use up a code of the authenticator app or a recovery code, for the batch of what it is given for: a
 * code that was used meanwhile takes the batch back (PreconditionFailed). Null when the code is none. Attempts are counted by
 * the caller.
 */
export async function spendCode(ctx: Context, userId: string, typed: string): Promise<BatchStatement[] | null> {
  const { db } = ctx;
  const code = typed.toLowerCase().replace(/[\s-]/g, "");
  if (!/^\d{6}$/.test(code)) {
    if (code.length !== 10) return null;
    const isUnused = and(
      eq(recoveryCodes.userId, userId),
      eq(recoveryCodes.codeHash, await hashRecoveryCode(ctx, userId, code)),
      isNull(recoveryCodes.usedAt),
    );
    const known = await db.select({ userId: recoveryCodes.userId }).from(recoveryCodes).where(isUnused).get();
    return known ? [db.update(recoveryCodes).set({ usedAt: ctx.now }).where(isUnused), assertRowsChanged(db)] : null;
  }
  const isOn = and(eq(twoFactors.userId, userId), isNotNull(twoFactors.enabledAt));
  const factor = await db.select().from(twoFactors).where(isOn).get();
  const secret = factor ? await ctx.signer.unseal(factor.secret, secretPurpose(userId)) : null;
  const step = secret === null ? null : stepOfCode(secret, code, ctx.now);
  if (!factor || step === null || step <= factor.lastStep) return null;
  return [
    db
      .update(twoFactors)
      .set({ lastStep: step })
      .where(and(isOn, lt(twoFactors.lastStep, step))),
    assertRowsChanged(db),
  ];
}
