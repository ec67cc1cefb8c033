import { and, eq, inArray, isNotNull, isNull, lt } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { assertRowsChanged, type BatchStatement } from "~db/client.server";
import { recoveryCodes, twoFactors } from "~db/schema";
import type { Context } from "../context";
import { recordSecurityEvent } from "../securityEvents/recordSecurityEvent";
import { refundAttempt } from "./consumeRateLimit";
import type { Limit } from "./limits";

const PERIOD_SECONDS = 30;
const RECOVERY_CODES = 10;

export const newTotpSecret = () => new Secret({ size: 20 }).base32;

const totpOf = (secret: string, label?: { issuer: string; label: string }) =>
  new TOTP({ ...label, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS });

/** The otpauth URI that the QR code encodes. */
export const totpAddress = ({ settings }: Pick<Context, "settings">, secret: string, email: string) =>
  totpOf(secret, { issuer: settings.brand.name, label: email }).toString();

/** Steps before and after the current one whose codes count: slow typing and clocks that differ (RFC 6238, 5.2). */
const TOLERANCE_STEPS = 1;
/** A code of the app from as far as this is refused, but is no guess. */
const LATE_STEPS = 2;

/** The 30-second step that a code belongs to, at most `window` steps from `now` (ms UTC); null for any other code. */
export function stepOfCode(secret: string, code: string, now: number, window = TOLERANCE_STEPS): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
}

export const secretPurpose = (userId: string) => `two-factor:${userId}`;

/** Keyed as well: the codes of earlier releases have 50 random bits only. */
const hashRecoveryCode = (ctx: Pick<Context, "signer">, userId: string, code: string) =>
  ctx.signer.mac("recovery-code", `${userId}:${code}`);

const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
/** 118 random bits, so that a copy of the database does not help to guess one. */
const CODE_LENGTH = 24;
const EARLIER_CODE_LENGTH = 10;

function newRecoveryCode() {
  const bytes = crypto.getRandomValues(new Uint8Array(40));
  // Drops bytes that would make some letters likelier than others.
  const fair = [...bytes].filter((byte) => byte < 256 - (256 % LETTERS.length));
  return fair
    .slice(0, CODE_LENGTH)
    .map((byte) => LETTERS[byte % LETTERS.length])
    .join("");
}

/** 'abcdef-ghjkmn-pqrstu-vwxyz2', easier to copy by hand. */
const spaced = (code: string) => code.replace(/(.{6})(?=.)/g, "$1-");

/** Creates ten recovery codes, and statements for the caller's batch that replace the old ones. */
export async function newRecoveryCodes(ctx: Context, userId: string) {
  const codes: string[] = [];
  while (codes.length < RECOVERY_CODES) {
    const code = newRecoveryCode();
    if (code.length === CODE_LENGTH && !codes.includes(code)) codes.push(code);
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
 * Checks an authenticator or recovery code. Returns statements that consume it, for the batch that it authorizes, or
 * null when it is not valid. The batch throws PreconditionFailed if another request consumed the code first. The
 * caller counts the attempt as `counted`. A code of the app that was used or comes too late is no guess: its attempt
 * is given back.
 */
export async function spendCode(
  ctx: Context,
  userId: string,
  typed: string,
  counted?: { limit: Limit; subject: string },
): Promise<BatchStatement[] | null> {
  const { db } = ctx;
  const code = typed.toLowerCase().replace(/[\s-]/g, "");
  if (!/^\d{6}$/.test(code)) {
    if (code.length !== CODE_LENGTH && code.length !== EARLIER_CODE_LENGTH) return null;
    const isUnused = and(
      eq(recoveryCodes.userId, userId),
      inArray(recoveryCodes.codeHash, await ctx.signer.macs("recovery-code", `${userId}:${code}`)),
      isNull(recoveryCodes.usedAt),
    );
    const unused = await db.select({ userId: recoveryCodes.userId }).from(recoveryCodes).where(isUnused).get();
    return unused ? [db.update(recoveryCodes).set({ usedAt: ctx.now }).where(isUnused), assertRowsChanged(db)] : null;
  }
  const isOn = and(eq(twoFactors.userId, userId), isNotNull(twoFactors.enabledAt));
  const factor = await db.select().from(twoFactors).where(isOn).get();
  const secret = factor ? await ctx.signer.unseal(factor.secret, secretPurpose(userId)) : null;
  const step = secret && stepOfCode(secret.text, code, ctx.now);
  if (!factor || !secret) return null;
  if (step === null || step <= factor.lastStep) {
    if (counted && stepOfCode(secret.text, code, ctx.now, LATE_STEPS) !== null)
      await refundAttempt(ctx, counted.limit, counted.subject);
    return null;
  }
  const resealed = secret.stale ? { secret: await ctx.signer.seal(secret.text, secretPurpose(userId)) } : {};
  if (secret.stale) recordSecurityEvent(ctx, { kind: "oldKeyUsed", userId, detail: "Two-factor secret" });
  return [
    db
      .update(twoFactors)
      .set({ lastStep: step, ...resealed })
      .where(and(isOn, lt(twoFactors.lastStep, step))),
    assertRowsChanged(db),
  ];
}
