import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { authorize, can } from "~/domain/access";
import { actorOfSession } from "~/domain/accounts/actorOfSession";
import { findSession } from "~/domain/accounts/findSession";
import { hashCounter } from "~/domain/accounts/passwords";
import { OFF_ALREADY, OWN_SECOND_FACTOR, resetTwoFactor } from "~/domain/accounts/resetTwoFactor";
import { signIn } from "~/domain/accounts/signIn";
import { SecondFactorRequired } from "~/domain/accounts/signInChallenge";
import { challengeWaits, signInWithCode } from "~/domain/accounts/signInWithCode";
import {
  disableTwoFactor,
  enableTwoFactor,
  renewRecoveryCodes,
  twoFactorSetup,
  twoFactorState,
} from "~/domain/accounts/twoFactor";
import type { ActorUser, Context } from "~/domain/context";
import { secretSigner } from "~/integrations/signer.server";
import { history, outbox, recoveryCodes, sessions, signInChallenges, twoFactors } from "~db/schema";
import { aMember, aSession, hashOfPassword, PASSWORD } from "../support/accounts";
import { codeAt } from "../support/authenticator";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { actingAs, anonymous, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await hashOfPassword();
});
beforeEach(() => database.clear());
afterAll(() => database.dispose());

const MINUTE = 60_000;
const OFFICE = "203.0.113.7";
const as = (user: ActorUser, values: Partial<Context> = {}) => testContext(database.db, actingAs(user), values);
const visitor = (now: number, address: string | null = null) => testContext(database.db, anonymous, { now, address });

/** A member with two-factor sign-in, and their secret and recovery codes. */
async function aGuardedMember(values = {}) {
  const user = await aMember(database.db, values);
  const { setup, secret } = await twoFactorSetup(as(user));
  const codes = await enableTwoFactor(as(user), { setup, password: PASSWORD, code: codeAt(secret, TEST_NOW) });
  return { user, secret, codes };
}
const passwordOf = (user: ActorUser, now: number, code?: string, kind: "page" | "api" = "page", address?: string) =>
  signIn(visitor(now, address), { email: user.email, password: PASSWORD, code }, kind).catch((error) => error);
async function challengeOf(user: ActorUser, now: number, address?: string): Promise<string> {
  const answer = await passwordOf(user, now, undefined, "page", address);
  expect(answer).toBeInstanceOf(SecondFactorRequired);
  return answer.challenge;
}
const LATER = TEST_NOW + 5 * MINUTE;

test("sets up with a valid code, a sealed secret and ten recovery codes", async () => {
  const { db } = database;
  const user = await aMember(db);
  const ctx = as(user);
  expect(await twoFactorState(ctx)).toMatchObject({ enabled: false, required: false });
  const first = await twoFactorSetup(ctx);
  expect(first.address).toMatch(new RegExp(`^otpauth://totp/Portal:.*secret=${first.secret}`));
  expect(await db.select().from(twoFactors)).toEqual([]);
  // The same user's valid setup keeps its secret; foreign, expired or invented ones do not.
  expect((await twoFactorSetup(ctx, first.setup)).secret).toBe(first.secret);
  const stranger = await aMember(db);
  for (const other of [
    await twoFactorSetup(as(stranger), first.setup),
    await twoFactorSetup(as(user, { now: TEST_NOW + 61 * MINUTE }), first.setup),
    await twoFactorSetup(ctx, "made.up"),
  ])
    expect(other.secret).not.toBe(first.secret);
  await expect(enableTwoFactor(ctx, { setup: first.setup, password: PASSWORD, code: "000000" })).rejects.toMatchObject({
    fieldErrors: { code: ["This code is not valid. Please try again."] },
  });
  await expect(
    enableTwoFactor(as(stranger), { setup: first.setup, password: PASSWORD, code: codeAt(first.secret, TEST_NOW) }),
  ).rejects.toThrow("This setup has expired. Reload the page and scan the new code.");

  const codes = await enableTwoFactor(ctx, {
    setup: first.setup,
    password: PASSWORD,
    code: codeAt(first.secret, TEST_NOW),
  });
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[a-z2-9]{6}(-[a-z2-9]{6}){3}$/);
  expect(await twoFactorState(ctx)).toMatchObject({ enabled: true, enabledAt: TEST_NOW, codesLeft: 10 });
  const stored = JSON.stringify([
    await db.select().from(twoFactors),
    await db.select().from(recoveryCodes),
    await db.select().from(history),
    await db.select().from(outbox),
  ]);
  expect(stored).not.toContain(first.secret);
  for (const code of codes) expect(stored).not.toContain(code.replaceAll("-", ""));
  expect((await db.select().from(outbox).get())?.payload).toEqual({
    kind: "twoFactorOn",
    userId: user.id,
    enabledAt: TEST_NOW,
  });
  await expect(
    enableTwoFactor(ctx, { setup: first.setup, password: PASSWORD, code: codeAt(first.secret, TEST_NOW) }),
  ).rejects.toThrow("Two-factor sign-in is already on");
});

test("unseals only with the same secret and purpose", async () => {
  const signer = secretSigner({ SESSION_SECRET: "a secret that only tests know, long enough" });
  const sealed = await signer.seal("hidden words", "one");
  expect(sealed).not.toContain("hidden");
  expect(await signer.seal("hidden words", "one")).not.toBe(sealed);
  expect(await signer.unseal(sealed, "one")).toEqual({ text: "hidden words", stale: false });
  expect(await signer.unseal(sealed, "two")).toBeNull();
  const other = secretSigner({ SESSION_SECRET: "another secret, just as long as the first" });
  expect(await other.unseal(sealed, "one")).toBeNull();
  for (const broken of ["", "a", ".", "a.b", sealed.slice(0, -2), `${sealed}x`])
    expect(await signer.unseal(broken, "one")).toBeNull();
});

test("asks for the code after the password and before any session", async () => {
  const { db } = database;
  const { user, secret } = await aGuardedMember();
  hashCounter.count = 0;
  const challenge = await challengeOf(user, LATER);
  expect(hashCounter.count).toBe(1);
  expect(await db.select().from(sessions)).toEqual([]);
  expect(JSON.stringify(await db.select().from(signInChallenges))).not.toContain(challenge);
  expect(await challengeWaits(visitor(LATER), challenge)).toBe(true);
  for (const code of ["000000", "abcde-fghij", "no code", ""])
    await expect(signInWithCode(visitor(LATER), { challenge, code })).rejects.toMatchObject({
      message: "This code is not valid. Please try again.",
    });
  const signedIn = await signInWithCode(visitor(LATER), { challenge, code: ` ${codeAt(secret, LATER)} ` });
  expect(signedIn.userId).toBe(user.id);
  expect(await findSession(visitor(LATER), signedIn.proof.sessionId)).toBeDefined();
  // The challenge has been used.
  expect(await challengeWaits(visitor(LATER), challenge)).toBe(false);
  await expect(signInWithCode(visitor(LATER), { challenge, code: codeAt(secret, LATER, 1) })).rejects.toThrow(
    "This sign-in has expired. Please sign in again.",
  );
});

const NOT_VALID = "This code is not valid. Please try again.";
const answerTo = async (user: ActorUser, code: string, now: number, address?: string) =>
  signInWithCode(visitor(now, address), { challenge: await challengeOf(user, now, address), code }).then(
    () => "in",
    (error) => error.message,
  );

test.each([
  [-3, NOT_VALID],
  [-2, NOT_VALID],
  [-1, "in"],
  [0, "in"],
  [1, "in"],
  [2, NOT_VALID],
  [3, NOT_VALID],
])("answers to a code %d steps off", async (steps, answer) => {
  const { user, secret } = await aGuardedMember();
  expect(await answerTo(user, codeAt(secret, LATER, steps), LATER)).toBe(answer);
});

test("accepts each app code once, and none of a step before", async () => {
  const { user, secret } = await aGuardedMember();
  const enter = (code: string, now: number) => answerTo(user, code, now);
  // The code of the setup has been used.
  expect(await enter(codeAt(secret, TEST_NOW), TEST_NOW)).toBe(NOT_VALID);
  expect(await enter(codeAt(secret, LATER), LATER)).toBe("in");
  expect(await enter(codeAt(secret, LATER), LATER)).toBe(NOT_VALID);
  expect(await enter(codeAt(secret, LATER), LATER + 30_000)).toBe(NOT_VALID);
  expect(await enter(codeAt(secret, LATER, -1), LATER)).toBe(NOT_VALID);
  expect(await enter(codeAt(secret, LATER, 1), LATER)).toBe("in");
  expect(await enter(codeAt(secret, LATER, 1), LATER + 30_000)).toBe(NOT_VALID);
  const code = codeAt(secret, LATER + 10 * MINUTE);
  const challenges = await Promise.all([1, 2, 3].map(() => challengeOf(user, LATER + 10 * MINUTE)));
  const answers = await Promise.allSettled(
    challenges.map((challenge) => signInWithCode(visitor(LATER + 10 * MINUTE), { challenge, code: code })),
  );
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("accepts each recovery code once, in any format", async () => {
  const { user, codes } = await aGuardedMember();
  const enter = async (code: string) =>
    signInWithCode(visitor(LATER), { challenge: await challengeOf(user, LATER), code }).then(
      () => "in",
      () => "refused",
    );
  expect([await enter(codes[0]!), await enter(codes[0]!)]).toEqual(["in", "refused"]);
  expect(await enter(codes[1]!.toUpperCase().replaceAll("-", " "))).toBe("in");
  expect((await twoFactorState(as(user))).codesLeft).toBe(8);
  const stranger = await aGuardedMember();
  const challenge = await challengeOf(stranger.user, LATER);
  await expect(signInWithCode(visitor(LATER), { challenge, code: codes[2]! })).rejects.toThrow();
});

test("a challenge lasts ten minutes and limits attempts", async () => {
  const { user, secret } = await aGuardedMember();
  const old = await challengeOf(user, LATER);
  expect(await challengeWaits(visitor(LATER + 10 * MINUTE), old)).toBe(false);
  expect(await challengeWaits(visitor(LATER), "made up")).toBe(false);
  const challenge = await challengeOf(user, LATER, OFFICE);
  const attempt = (code: string) =>
    signInWithCode(visitor(LATER, OFFICE), { challenge, code }).then(
      () => "in",
      (error) => error.name,
    );
  const answers: string[] = [];
  for (let n = 0; n < 5; n++) answers.push(await attempt("000000"));
  answers.push(await attempt(codeAt(secret, LATER)));
  expect(answers).toEqual([...Array(5).fill("Unauthenticated"), "TooMany"]);
});

test.each([
  ["of two steps before", (secret: string) => codeAt(secret, LATER, -2)],
  ["of two steps after", (secret: string) => codeAt(secret, LATER, 2)],
  ["used before", (secret: string) => codeAt(secret, LATER)],
])("a right code %s is no attempt", async (_, codeOf) => {
  const { user, secret } = await aGuardedMember();
  expect(await answerTo(user, codeAt(secret, LATER), LATER)).toBe("in");
  for (let n = 0; n < 8; n++) expect(await answerTo(user, codeOf(secret), LATER, OFFICE)).toBe(NOT_VALID);
  expect(await answerTo(user, codeAt(secret, LATER + MINUTE), LATER + MINUTE, OFFICE)).toBe("in");
});

test("a used code gives no guess back", async () => {
  const { user, secret } = await aGuardedMember();
  const used = codeAt(secret, LATER);
  expect(await answerTo(user, used, LATER)).toBe("in");
  const wrong = codeAt(secret, LATER, 9);
  const answers: string[] = [];
  for (let n = 0; n < 5; n++) {
    answers.push(await answerTo(user, wrong, LATER, OFFICE));
    if (n < 4) answers.push(await answerTo(user, used, LATER, OFFICE));
  }
  expect(answers).toEqual(Array(9).fill(NOT_VALID));
  expect(await answerTo(user, wrong, LATER, OFFICE)).toMatch("Too many");
});

test("the API requires `code` in the same call", async () => {
  const { db } = database;
  const { user, secret, codes } = await aGuardedMember();
  const without = await passwordOf(user, LATER, undefined, "api");
  expect(without).toMatchObject({
    name: "Unauthenticated",
    message: "Enter the code from your authenticator app",
    fieldErrors: { code: ["Enter the code from your authenticator app"] },
  });
  expect(await db.select().from(signInChallenges)).toEqual([]);
  expect(await passwordOf(user, LATER, "123", "api")).toMatchObject({ fieldErrors: { code: expect.anything() } });
  expect(await passwordOf(user, LATER, codeAt(secret, LATER), "api")).toHaveProperty("proof");
  expect(await passwordOf(user, LATER, codeAt(secret, LATER), "api")).toHaveProperty("name", "Unauthenticated");
  expect(await passwordOf(user, LATER, codes[3], "api")).toHaveProperty("proof");
  // Without a second factor the code is ignored.
  expect(await passwordOf(await aMember(db), LATER, "123456", "api")).toHaveProperty("proof");
});

test("turns off or renews codes only with password and code", async () => {
  const { db } = database;
  const { user, secret, codes } = await aGuardedMember();
  const at = (now: number) => as(user, { now });
  await expect(disableTwoFactor(at(LATER), { password: "Wrong#2026", code: codes[0]! })).rejects.toMatchObject({
    fieldErrors: { password: ["The current password is incorrect"] },
  });
  await expect(disableTwoFactor(at(LATER), { password: PASSWORD, code: "000000" })).rejects.toMatchObject({
    fieldErrors: { code: ["This code is not valid. Please try again."] },
  });
  const renewed = await renewRecoveryCodes(at(LATER), { password: PASSWORD, code: codeAt(secret, LATER) });
  expect(renewed.filter((code) => codes.includes(code))).toEqual([]);
  await expect(renewRecoveryCodes(at(LATER), { password: PASSWORD, code: codes[5]! })).rejects.toThrow();
  await disableTwoFactor(at(LATER), { password: PASSWORD, code: renewed[0]! });
  expect([await db.select().from(twoFactors), await db.select().from(recoveryCodes)]).toEqual([[], []]);
  expect(await passwordOf(user, LATER)).toHaveProperty("proof");
  expect((await db.select().from(history).where(eq(history.entityId, user.id))).map(({ action }) => action)).toEqual([
    "Two-factor sign-in was turned on",
    "New recovery codes were created",
    "Two-factor sign-in was turned off",
  ]);
});

test("staff without a required second factor may only set it up", async () => {
  const { db } = database;
  const required = { staffTwoFactor: "required" as const };
  const manager = await aMember(db, { role: "ADMIN", privileges: "Manager" });
  const customer = await aMember(db);
  let sessions = 0;
  const actor = async (user: ActorUser, values: Partial<Context> = required) => {
    const ctx = testContext(db, anonymous, values);
    const { sessionId } = await aSession({ ...ctx, now: TEST_NOW + ++sessions }, user);
    return actorOfSession(ctx, (await findSession(ctx, sessionId))!);
  };
  const due = await actor(manager);
  for (const permission of ["account.twoFactor", "account.signOut", "account.frame", "account.current"] as const)
    expect(can(due, permission)).toBe(true);
  for (const permission of ["orders.list", "home.view", "account.profile", "notifications.own"] as const)
    expect(can(due, permission)).toBe(false);
  expect(() => authorize({ actor: due }, "orders.list")).toThrow(
    "Your team requires two-factor sign-in. Set it up on your profile first.",
  );
  expect(can(await actor(manager, {}), "orders.list")).toBe(true);
  expect(can(await actor(customer), "orders.list")).toBe(true);

  const ctx = testContext(db, due, required);
  const { setup, secret } = await twoFactorSetup(ctx);
  const codes = await enableTwoFactor(ctx, { setup, password: PASSWORD, code: codeAt(secret, TEST_NOW) });
  expect(can(await actor(manager), "orders.list")).toBe(true);
  expect((await twoFactorState(ctx)).required).toBe(true);
  await expect(disableTwoFactor(ctx, { password: PASSWORD, code: codes[0]! })).rejects.toThrow(
    "Your team requires two-factor sign-in",
  );
});

test("a super admin's reset ends sessions and challenges", async () => {
  const { db } = database;
  const superAdmin = await aMember(db, { role: "ADMIN", privileges: "SuperAdmin" });
  const admin = await aMember(db, { role: "ADMIN", privileges: "Admin" });
  const { user, codes } = await aGuardedMember();
  const { user: other } = await aGuardedMember();
  const challenge = await challengeOf(user, LATER);
  const { sessionId } = await aSession(visitor(LATER), user);
  const ctx = as(superAdmin, { now: LATER });

  for (const who of [admin, user, other])
    await expect(resetTwoFactor(as(who), { id: user.id })).rejects.toMatchObject({ kind: "Forbidden" });
  await expect(resetTwoFactor(ctx, { id: superAdmin.id })).rejects.toThrow(OWN_SECOND_FACTOR);
  await expect(resetTwoFactor(ctx, { id: admin.id })).rejects.toThrow(OFF_ALREADY);
  await expect(resetTwoFactor(ctx, { id: "nobody" })).rejects.toMatchObject({ kind: "NotFound" });
  expect(await db.select().from(twoFactors)).toHaveLength(2);

  const answers = await Promise.allSettled([1, 2].map(() => resetTwoFactor(ctx, { id: user.id })));
  expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect((await db.select().from(twoFactors)).map(({ userId }) => userId)).toEqual([other.id]);
  expect(new Set((await db.select().from(recoveryCodes)).map(({ userId }) => userId))).toEqual(new Set([other.id]));
  const ended = await db.select().from(sessions).where(eq(sessions.id, sessionId)).get();
  expect(ended?.endReason).toBe("second factor removed");
  expect(await challengeWaits(visitor(LATER), challenge)).toBe(false);
  await expect(signInWithCode(visitor(LATER), { challenge, code: codes[0]! })).rejects.toThrow();
  expect(await passwordOf(user, LATER)).toHaveProperty("proof");

  const action = "Our team turned off two-factor sign-in for your account";
  const historyRows = await db.select().from(history).where(eq(history.action, action));
  expect(historyRows).toMatchObject([{ entityId: user.id, actorId: superAdmin.id }]);
  const mails = (await db.select().from(outbox)).filter(({ payload }) => JSON.stringify(payload).includes(action));
  expect(mails).toHaveLength(1);
});

test("hides two-factor settings from an impersonator", async () => {
  const { user } = await aGuardedMember();
  const ctx = testContext(database.db, { kind: "impersonated", user, adminId: "admin", sessionId: "s" });
  for (const work of [
    () => twoFactorState(ctx),
    () => twoFactorSetup(ctx),
    () => disableTwoFactor(ctx, { password: PASSWORD, code: "1" }),
    () => renewRecoveryCodes(ctx, { password: PASSWORD, code: "1" }),
  ])
    await expect(work()).rejects.toMatchObject({ kind: "Forbidden" });
});
