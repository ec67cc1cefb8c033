import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { renewSession } from "~/domain/accounts/renewSession";
import { secretPurpose } from "~/domain/accounts/secondFactor";
import { hashSecret, type SessionProof } from "~/domain/accounts/sessionSecret";
import { signIn } from "~/domain/accounts/signIn";
import { signInByLink } from "~/domain/accounts/signInByLink";
import { SecondFactorRequired } from "~/domain/accounts/signInChallenge";
import { challengeWaits } from "~/domain/accounts/signInWithCode";
import { signUp } from "~/domain/accounts/signUp";
import { enableTwoFactor, twoFactorSetup } from "~/domain/accounts/twoFactor";
import { updatePassword } from "~/domain/accounts/updatePassword";
import type { ActorUser } from "~/domain/context";
import { passwordResets, signInLinks, twoFactors, users } from "~db/schema";
import { aMember, aResetLink, aSession, hashOfPassword, NEW_PASSWORD, PASSWORD } from "../support/accounts";
import { codeAt } from "../support/authenticator";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { actingAs, anonymous, TEST_NOW, testContext } from "../support/testContext";

const EMAIL = "owner@example.com";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await hashOfPassword();
});
beforeEach(() => database.clear());
afterAll(() => database.dispose());

const ctx = () => testContext(database.db);
const later = () => testContext(database.db, anonymous, { now: TEST_NOW + 1000 });
const isIn = async (proof: SessionProof, kind: "page" | "api") =>
  (await renewSession(later(), proof, { kind })).state === "good";
const signsIn = (password: string) =>
  signIn(later(), { email: EMAIL, password }, "page").then(
    () => true,
    () => false,
  );

/** Someone registers the owner's address and prepares every way back in. */
async function attack() {
  const { userId } = await signUp(ctx(), { email: EMAIL, password: PASSWORD, firstName: "Ada", lastName: "Example" });
  const page = await signIn(ctx(), { email: EMAIL, password: PASSWORD }, "page");
  const api = await signIn(ctx(), { email: EMAIL, password: PASSWORD }, "api");
  return { userId, page: page.proof, api: api.proof };
}

async function aLink(userId: string, token: string) {
  await database.db.insert(signInLinks).values({
    tokenHash: await hashSecret(token),
    userId,
    redirectTo: "/orders",
    createdAt: TEST_NOW,
    expiresAt: TEST_NOW + 600_000,
  });
  return token;
}

describe("the first mailed proof of an address ends the attacker's", () => {
  test("sessions, tokens and password, by a sign-in link", async () => {
    const attacker = await attack();
    expect([await isIn(attacker.page, "page"), await isIn(attacker.api, "api")]).toEqual([true, true]);
    const owner = await signInByLink(later(), await aLink(attacker.userId, "a link"), EMAIL);
    expect(owner).toMatchObject({ userId: attacker.userId, passwordRemoved: true });
    expect([await isIn(attacker.page, "page"), await isIn(attacker.api, "api")]).toEqual([false, false]);
    expect(await signsIn(PASSWORD)).toBe(false);
    expect(await isIn(owner.proof, "page")).toBe(true);
  });

  test("sessions, tokens and password, by a reset link", async () => {
    const attacker = await attack();
    await updatePassword(later(), { token: await aResetLink(database.db, attacker.userId), password: NEW_PASSWORD });
    expect([await isIn(attacker.page, "page"), await isIn(attacker.api, "api")]).toEqual([false, false]);
    expect([await signsIn(PASSWORD), await signsIn(NEW_PASSWORD)]).toEqual([false, true]);
  });

  test("sessions and password, by an invitation of staff", async () => {
    const attacker = await attack();
    const token = await aResetLink(database.db, attacker.userId);
    await database.db.update(passwordResets).set({ purpose: "invitation" });
    await updatePassword(later(), { token, password: NEW_PASSWORD });
    expect(await isIn(attacker.page, "page")).toBe(false);
    expect([await signsIn(PASSWORD), await signsIn(NEW_PASSWORD)]).toEqual([false, true]);
  });

  test("open links", async () => {
    const { userId } = await attack();
    const reset = await aResetLink(database.db, userId);
    await signInByLink(later(), await aLink(userId, "a link"), EMAIL);
    await expect(updatePassword(later(), { token: reset, password: NEW_PASSWORD })).rejects.toThrow("link");
  });
});

describe("a second factor", () => {
  const turnOn = async (userId: string) => {
    const user = { id: userId, email: EMAIL, role: "CUSTOMER" } as ActorUser;
    const { sessionId } = await aSession(ctx(), user);
    const as = testContext(database.db, actingAs(user, sessionId));
    const { setup, secret } = await twoFactorSetup(as);
    return await enableTwoFactor(as, { setup, code: codeAt(secret, TEST_NOW) });
  };
  /** As an earlier release allowed it. */
  const earlierFactor = async (userId: string) => {
    const secret = await ctx().signer.seal("JBSWY3DPEHPK3PXP", secretPurpose(userId));
    await database.db.insert(twoFactors).values({ userId, secret, createdAt: TEST_NOW, enabledAt: TEST_NOW });
  };

  test("cannot be set up for an unproven address", async () => {
    const { userId } = await attack();
    await expect(turnOn(userId)).rejects.toThrow("Confirm your email address first");
    expect(await database.db.select().from(twoFactors)).toEqual([]);
    await updatePassword(later(), { token: await aResetLink(database.db, userId), password: NEW_PASSWORD });
    expect(await turnOn(userId)).toHaveLength(10);
  });

  test("stays after a password reset, the first one too", async () => {
    const { userId } = await attack();
    await earlierFactor(userId);
    for (const password of [NEW_PASSWORD, PASSWORD]) {
      await updatePassword(later(), { token: await aResetLink(database.db, userId), password });
      expect(await database.db.select().from(twoFactors)).toHaveLength(1);
      await expect(signIn(later(), { email: EMAIL, password }, "page")).rejects.toBeInstanceOf(SecondFactorRequired);
    }
  });

  test("stays after the first sign-in link, which asks for its code", async () => {
    const attacker = await attack();
    await earlierFactor(attacker.userId);
    const link = await aLink(attacker.userId, "a link");
    const { challenge } = await signInByLink(later(), link, EMAIL).catch((error) => error);
    expect(await challengeWaits(later(), challenge)).toBe(true);
    expect(await database.db.select().from(twoFactors)).toHaveLength(1);
    expect([await isIn(attacker.page, "page"), await signsIn(PASSWORD)]).toEqual([false, false]);
  });
});

test("a proven address keeps its password when its owner uses a link", async () => {
  const { id } = await aMember(database.db, { email: EMAIL });
  const earlier = await signIn(ctx(), { email: EMAIL, password: PASSWORD }, "page");
  const signedIn = await signInByLink(later(), await aLink(id, "a link"), EMAIL);
  expect(signedIn).not.toHaveProperty("passwordRemoved");
  expect(await isIn(earlier.proof, "page")).toBe(true);
  expect(await signsIn(PASSWORD)).toBe(true);
});

test("the proof is recorded once with its time", async () => {
  const { userId } = await attack();
  const verified = async () =>
    (await database.db.select().from(users).where(eq(users.id, userId)).get())!.emailVerifiedAt;
  expect(await verified()).toBeNull();
  await signInByLink(later(), await aLink(userId, "a link"), EMAIL);
  expect(await verified()).toBe(TEST_NOW + 1000);
  await signInByLink(
    testContext(database.db, anonymous, { now: TEST_NOW + 5000 }),
    await aLink(userId, "another"),
    EMAIL,
  );
  expect(await verified()).toBe(TEST_NOW + 1000);
});
