import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { recoveryCodes, twoFactors, users } from "~db/schema";
import { authorize } from "../access";
import { type ActorUser, type Context, sessionIdOf, userOf } from "../context";
import { Conflict, Forbidden, Invalid, Unauthenticated } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { queueMail } from "../notifications/queueMail";
import { recordSecurityEvent, securityEventStatement } from "../securityEvents/recordSecurityEvent";
import { type ConfirmTwoFactorInput, type EnableTwoFactorInput, WRONG_CODE } from "./accountInputs";
import { staffNeedTwoFactor } from "./actorOfSession";
import { checkOwnPassword } from "./checkOwnPassword";
import { closeSockets } from "./closeSockets";
import { confirmOwner } from "./confirmOwner";
import { consumeRateLimit } from "./consumeRateLimit";
import { endSessionsOf } from "./endSession";
import { newRecoveryCodes, newTotpSecret, secretPurpose, spendCode, stepOfCode, totpAddress } from "./secondFactor";
import { securityMailStatements } from "./securityMailStatements";

const SETUP_MS = 60 * 60_000;
const ALREADY_ON = "Two-factor sign-in is already on";
const ADDRESS_UNPROVEN = "Confirm your email address first";
const SETUP_OVER = "This setup has expired. Reload the page and scan the new code.";

const person = (ctx: Context): ActorUser => {
  const user = userOf(ctx.actor);
  if (!user) throw new Unauthenticated();
  return user;
};
const isRequired = (ctx: Context, user: ActorUser) => staffNeedTwoFactor(ctx) && user.role === "ADMIN";
const setupPurpose = (userId: string) => `two-factor-setup:${userId}`;

export interface TwoFactorState {
  enabled: boolean;
  /** ms UTC; null when off. */
  enabledAt: number | null;
  /** Unused recovery codes. */
  codesLeft: number;
  /** True when the actor must not switch it off. */
  required: boolean;
  /** The address to prove before it can be switched on; null when it is proven (rules.md accounts/second-factor). */
  unproven: string | null;
}

export async function twoFactorState(ctx: Context): Promise<TwoFactorState> {
  authorize(ctx, "account.twoFactor");
  const user = person(ctx);
  const row = await ctx.db
    .select({
      email: users.email,
      emailVerifiedAt: users.emailVerifiedAt,
      enabledAt: twoFactors.enabledAt,
      codesLeft: sql<number>`${ctx.db
        .select({ left: sql`count(*)` })
        .from(recoveryCodes)
        .where(and(eq(recoveryCodes.userId, users.id), isNull(recoveryCodes.usedAt)))}`,
    })
    .from(users)
    .leftJoin(twoFactors, and(eq(twoFactors.userId, users.id), isNotNull(twoFactors.enabledAt)))
    .where(eq(users.id, user.id))
    .get();
  return {
    enabled: typeof row?.enabledAt === "number",
    enabledAt: row?.enabledAt ?? null,
    codesLeft: row?.codesLeft ?? 0,
    required: isRequired(ctx, user),
    unproven: row && row.emailVerifiedAt === null ? row.email : null,
  };
}

interface TwoFactorSetup {
  /** The sealed secret, posted back with the first code. Nothing is stored before that. */
  setup: string;
  /** For manual entry in the app. */
  secret: string;
  /** The URI that the QR code encodes. */
  address: string;
}

/** Creates a secret for the actor's app, or reopens the one in `setup` after a wrong code. */
export async function twoFactorSetup(ctx: Context, setup?: string): Promise<TwoFactorSetup> {
  authorize(ctx, "account.twoFactor");
  const user = person(ctx);
  const reopened = setup === undefined ? null : await openSetup(ctx, user, setup);
  const secret = reopened ?? newTotpSecret();
  return {
    setup: reopened && setup ? setup : await ctx.signer.seal(`${ctx.now}.${secret}`, setupPurpose(user.id)),
    secret,
    address: totpAddress(ctx, secret, user.email),
  };
}

async function openSetup(ctx: Context, user: ActorUser, setup: string): Promise<string | null> {
  const [at, secret] = ((await ctx.signer.unseal(setup, setupPurpose(user.id)))?.text ?? "").split(".");
  return secret && ctx.now < Number(at) + SETUP_MS ? secret : null;
}

/**
 * Switches the second factor on once a code proves that the app has the secret, and ends the actor's other sessions.
 * Needs the password or a sign-in of the last five minutes: a stolen session must not lock its owner out (rules.md
 * accounts/second-factor), and a proven address, as no mailed link removes the factor. Returns the recovery codes,
 * which cannot be shown again. Throws Invalid on `code` or `password`, and Conflict when it is already on.
 */
export async function enableTwoFactor(ctx: Context, input: EnableTwoFactorInput): Promise<string[]> {
  authorize(ctx, "account.twoFactor");
  const user = person(ctx);
  if ((await twoFactorState(ctx)).unproven) throw new Conflict(ADDRESS_UNPROVEN);
  await confirmOwner(ctx, user.id, input.password);
  if (!input.password) await consumeRateLimit(ctx, "confirm", user.id);
  const secret = await openSetup(ctx, user, input.setup);
  if (!secret) throw new Invalid(SETUP_OVER);
  const step = stepOfCode(secret, input.code.replace(/\s/g, ""), ctx.now);
  if (step === null) throw new Invalid(WRONG_CODE, "code");
  const row = {
    secret: await ctx.signer.seal(secret, secretPurpose(user.id)),
    createdAt: ctx.now,
    enabledAt: ctx.now,
    lastStep: step,
  };
  const { codes, statements } = await newRecoveryCodes(ctx, user.id);
  await atomicBatch(ctx.db, [
    ctx.db
      .insert(twoFactors)
      .values({ userId: user.id, ...row })
      .onConflictDoUpdate({ target: twoFactors.userId, set: row, setWhere: isNull(twoFactors.enabledAt) }),
    assertRowsChanged(ctx.db),
    ...statements,
    endSessionsOf(ctx, user.id, "two-factor sign-in turned on", sessionIdOf(ctx)),
    ...recorded(ctx, user, "Two-factor sign-in was turned on"),
    queueMail(ctx, { kind: "twoFactorOn", userId: user.id, enabledAt: ctx.now }),
  ]).catch((error) => {
    throw error instanceof PreconditionFailed ? new Conflict(ALREADY_ON) : error;
  });
  closeSockets(ctx, user.id);
  ctx.after(() => ctx.publish.outboxWaiting());
  return codes;
}

/**
 * Switches the second factor off. Requires the password and a code. Throws Invalid on the wrong field, and Forbidden
 * when the team requires it.
 */
export async function disableTwoFactor(ctx: Context, input: ConfirmTwoFactorInput): Promise<void> {
  authorize(ctx, "account.twoFactor");
  const user = person(ctx);
  if (isRequired(ctx, user)) throw new Forbidden("Your team requires two-factor sign-in");
  const used = await confirmed(ctx, user, input);
  await atomicBatch(ctx.db, [
    ...used,
    ctx.db.delete(twoFactors).where(eq(twoFactors.userId, user.id)),
    ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, user.id)),
    endSessionsOf(ctx, user.id, "two-factor sign-in turned off", sessionIdOf(ctx)),
    ...securityNotice(ctx, user, "Two-factor sign-in was turned off"),
  ]).catch(asWrongCode);
  closeSockets(ctx, user.id);
  ctx.after(() => ctx.publish.outboxWaiting());
}

/** Replaces the recovery codes and returns the new ones, which cannot be shown again. */
export async function renewRecoveryCodes(ctx: Context, input: ConfirmTwoFactorInput): Promise<string[]> {
  authorize(ctx, "account.twoFactor");
  const user = person(ctx);
  const used = await confirmed(ctx, user, input);
  const { codes, statements } = await newRecoveryCodes(ctx, user.id);
  await atomicBatch(ctx.db, [
    ...used,
    ...statements,
    ...securityNotice(ctx, user, "New recovery codes were created"),
  ]).catch(asWrongCode);
  ctx.after(() => ctx.publish.outboxWaiting());
  return codes;
}

async function confirmed(ctx: Context, user: ActorUser, input: ConfirmTwoFactorInput) {
  await checkOwnPassword(ctx, user.id, input.password, "password");
  const used = await spendCode(ctx, user.id, input.code, { limit: "confirm", subject: user.id });
  if (used) return used;
  recordSecurityEvent(ctx, { kind: "codeFailed" });
  throw new Invalid(WRONG_CODE, "code");
}

const recorded = (ctx: Context, user: ActorUser, what: string) => [
  securityEventStatement(ctx, { kind: "twoFactorChanged", detail: what }),
  historyStatement(ctx, { entity: "user", entityId: user.id, action: what, changes: [] }),
];

const securityNotice = (ctx: Context, user: ActorUser, what: string) => [
  ...recorded(ctx, user, what),
  ...securityMailStatements(ctx, user, what),
];

const asWrongCode = (error: unknown): never => {
  throw error instanceof PreconditionFailed ? new Invalid(WRONG_CODE, "code") : error;
};
