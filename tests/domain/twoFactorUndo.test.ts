import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { UNDO_OVER } from "~/domain/accounts/accountInputs";
import { signedInRecently } from "~/domain/accounts/confirmOwner";
import { renewSession } from "~/domain/accounts/renewSession";
import { signIn } from "~/domain/accounts/signIn";
import { enableTwoFactor, twoFactorSetup } from "~/domain/accounts/twoFactor";
import { twoFactorMail } from "~/domain/accounts/twoFactorMail";
import { canUndoTwoFactor, type TwoFactorUndo, undoTwoFactor } from "~/domain/accounts/undoTwoFactor";
import type { ActorUser } from "~/domain/context";
import { outbox, twoFactors, users } from "~db/schema";
import { aMember, aSession, hashOfPassword, PASSWORD } from "../support/accounts";
import { codeAt } from "../support/authenticator";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { actingAs, anonymous, TEST_NOW, testContext } from "../support/testContext";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await hashOfPassword();
});
beforeEach(() => database.clear());
afterAll(() => database.dispose());

const visitor = (now = TEST_NOW) => testContext(database.db, anonymous, { now });
const signedIn = (user: ActorUser, sessionId: string, now = TEST_NOW) =>
  testContext(database.db, actingAs(user, sessionId), { now });
const isIn = async (proof: Awaited<ReturnType<typeof aSession>>, kind: "page" | "api" = "page") =>
  (await renewSession(visitor(TEST_NOW + MINUTE), proof, { kind })).state === "good";

describe("turning it on", () => {
  const enable = async (now: number, password?: string) => {
    const user = await aMember(database.db);
    const { sessionId } = await aSession(visitor(), user);
    const ctx = signedIn(user, sessionId, now);
    const { setup, secret } = await twoFactorSetup(ctx);
    return await enableTwoFactor(ctx, { setup, password, code: codeAt(secret, now) }).then(
      (codes) => codes.length,
      (error) => error.fieldErrors,
    );
  };

  test("needs the password five minutes after the sign-in", async () => {
    const needed = { password: ["Enter your password, or sign in again first"] };
    expect(await enable(TEST_NOW + 5 * MINUTE)).toEqual(needed);
    expect(await enable(TEST_NOW + 5 * MINUTE, "Wrong#2026")).toHaveProperty("password");
    expect(await enable(TEST_NOW + 5 * MINUTE, PASSWORD)).toBe(10);
  });

  test("needs no password shortly after the sign-in", async () => {
    expect(await enable(TEST_NOW + 5 * MINUTE - 1)).toBe(10);
  });

  test("never counts an impersonation or a missing session as a recent sign-in", async () => {
    const user = await aMember(database.db);
    const { sessionId } = await aSession(visitor(), user);
    const impersonated = { kind: "impersonated", user, adminId: "admin", sessionId } as const;
    expect(await signedInRecently(testContext(database.db, impersonated))).toBe(false);
    expect(await signedInRecently(signedIn(user, "none"))).toBe(false);
    expect(await signedInRecently(signedIn(user, sessionId))).toBe(true);
  });

  test("ends all other sessions and tokens", async () => {
    const user = await aMember(database.db);
    const [own, other, token] = [
      await aSession(visitor(), user),
      await aSession(visitor(), user),
      await aSession(visitor(), user, "api"),
    ];
    const ctx = signedIn(user, own.sessionId);
    const { setup, secret } = await twoFactorSetup(ctx);
    await enableTwoFactor(ctx, { setup, code: codeAt(secret, TEST_NOW) });
    expect([await isIn(own), await isIn(other), await isIn(token, "api")]).toEqual([true, false, false]);
  });
});

describe("the link of its email", () => {
  /** Someone with the session turned it on. Returns the owner's link. */
  async function turnedOn() {
    const user = await aMember(database.db);
    const proof = await aSession(visitor(), user);
    const ctx = signedIn(user, proof.sessionId);
    const { setup, secret } = await twoFactorSetup(ctx);
    await enableTwoFactor(ctx, { setup, code: codeAt(secret, TEST_NOW) });
    const mail = (await twoFactorMail(visitor(), { userId: user.id, enabledAt: TEST_NOW }))!;
    const [, userId, enabledAt, mac] = /two-factor\/undo\/(\w+)\/(\d+)\/([\w-]+)/.exec(mail.text)!;
    return { user, proof, mail, link: { userId: userId!, enabledAt: Number(enabledAt), mac: mac! } };
  }

  test("goes to the owner and is stored nowhere", async () => {
    const { user, mail, link } = await turnedOn();
    expect(mail.to).toBe(user.email);
    expect(JSON.stringify(await database.db.select().from(outbox))).not.toContain(link.mac);
  });

  test("turns it off, ends every session and mails a new password link", async () => {
    const { user, proof, link } = await turnedOn();
    await undoTwoFactor(visitor(TEST_NOW + HOUR), link);
    expect(await database.db.select().from(twoFactors)).toEqual([]);
    expect(await isIn(proof)).toBe(false);
    const password = signIn(visitor(TEST_NOW + HOUR), { email: user.email, password: PASSWORD }, "page");
    await expect(password).rejects.toThrow("Invalid email or password");
    const mails = (await database.db.select().from(outbox)).map(({ payload }) => payload);
    expect(mails).toContainEqual({ kind: "passwordReset", userId: user.id });
  });

  test("works once and for 72 hours", async () => {
    const { link } = await turnedOn();
    expect(await canUndoTwoFactor(visitor(TEST_NOW + 72 * HOUR - 1), link)).toBe(true);
    await expect(undoTwoFactor(visitor(TEST_NOW + 72 * HOUR), link)).rejects.toThrow(UNDO_OVER);
    await undoTwoFactor(visitor(), link);
    await expect(undoTwoFactor(visitor(), link)).rejects.toThrow(UNDO_OVER);
  });

  test("is refused when forged, of another account or of an earlier set-up", async () => {
    const { user, link } = await turnedOn();
    const other = await aMember(database.db);
    const forged: TwoFactorUndo[] = [
      { ...link, mac: `${link.mac.slice(0, -2)}AA` },
      { ...link, userId: other.id },
      { ...link, enabledAt: link.enabledAt + 1 },
      { ...link, enabledAt: Number.NaN },
    ];
    for (const one of forged) await expect(undoTwoFactor(visitor(), one)).rejects.toThrow(UNDO_OVER);
    await database.db
      .update(twoFactors)
      .set({ enabledAt: TEST_NOW + 1 })
      .where(eq(twoFactors.userId, user.id));
    await expect(undoTwoFactor(visitor(), link)).rejects.toThrow(UNDO_OVER);
    expect((await database.db.select().from(users).where(eq(users.id, user.id)).get())!.passwordHash).not.toBeNull();
  });
});
