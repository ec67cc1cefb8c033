import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { LINK_OF_ANOTHER_ADDRESS } from "~/domain/accounts/accountInputs";
import { requestSignInLink } from "~/domain/accounts/requestSignInLink";
import { hashSecret } from "~/domain/accounts/sessionSecret";
import { openSignInLink, signInByLink } from "~/domain/accounts/signInByLink";
import { SecondFactorRequired } from "~/domain/accounts/signInChallenge";
import { enableTwoFactor, twoFactorSetup } from "~/domain/accounts/twoFactor";
import { updatePassword } from "~/domain/accounts/updatePassword";
import { deliverOutbox, type OutgoingMail } from "~/domain/outbox/deliverOutbox";
import { outbox, sessions, signInLinks, users } from "~db/schema";
import { aMember, aResetLink, hashOfPassword, NEW_PASSWORD, PASSWORD } from "../support/accounts";
import { codeAt } from "../support/authenticator";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { actingAs, actingSystem, anonymous, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await hashOfPassword();
});
beforeEach(() => database.clear());
afterAll(() => database.dispose());

const MINUTE = 60_000;
const visitor = (now = TEST_NOW, address: string | null = null) =>
  testContext(database.db, anonymous, { now, address });
const EXPIRED = "This link is no longer valid. Please request a new one.";

async function requestLink(email: string, { redirectTo = "/", now = TEST_NOW, address = null as string | null } = {}) {
  const ctx = visitor(now, address);
  await requestSignInLink(ctx, { email, redirectTo });
  await ctx.settled();
}
async function sentMails(now = TEST_NOW) {
  const mails: OutgoingMail[] = [];
  await deliverOutbox(testContext(database.db, actingSystem, { now }), {
    sendMail: async (mail) => void mails.push(mail),
    push: async () => {},
  });
  return mails;
}
const tokenIn = (mail: OutgoingMail | undefined) => /\/signin\/link\/([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
async function aLink(email: string, redirectTo = "/", now = TEST_NOW) {
  await requestLink(email, { redirectTo, now });
  return (await sentMails(now)).map(tokenIn).find(Boolean) ?? "";
}

test("creates the token when its email is sent and stores only a hash", async () => {
  const { db } = database;
  const member = await aMember(db);
  await requestLink(member.email.toUpperCase(), { redirectTo: "/orders?status=Working" });
  expect(await db.select().from(signInLinks)).toEqual([]);
  expect((await db.select().from(outbox).get())?.payload).toEqual({
    kind: "signInLink",
    userId: member.id,
    redirectTo: "/orders?status=Working",
  });
  const [mail, ...others] = await sentMails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: member.email, subject: "Sign in to Portal" });
  const token = tokenIn(mail);
  expect(mail!.html).toContain(token);
  const rows = JSON.stringify([await db.select().from(outbox), await db.select().from(signInLinks)]);
  expect(rows).not.toContain(token);
  expect(rows).toContain(await hashSecret(token));
});

test("viewing does not consume a link; it signs in once, to its target", async () => {
  const { db } = database;
  const member = await aMember(db);
  const token = await aLink(member.email, "/orders");
  for (let n = 0; n < 3; n++) expect(await openSignInLink(visitor(), token)).toMatchObject({ redirectTo: "/orders" });
  const answers = await Promise.allSettled([1, 2, 3].map(() => signInByLink(visitor(), token, member.email)));
  expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
  await expect(signInByLink(visitor(), token, member.email)).rejects.toThrow(EXPIRED);
  expect(await openSignInLink(visitor(), token)).toBeNull();
  expect(await db.select().from(sessions)).toHaveLength(1);
  expect((await db.select().from(users).get())?.lastLogin).toBe(TEST_NOW);
});

test("a link ends with time, a newer link, a new password or deletion", async () => {
  const { db } = database;
  const member = await aMember(db);
  const old = await aLink(member.email);
  expect(await openSignInLink(visitor(TEST_NOW + 10 * MINUTE - 1), old)).toMatchObject({ redirectTo: "/" });
  await expect(signInByLink(visitor(TEST_NOW + 10 * MINUTE), old, member.email)).rejects.toThrow(EXPIRED);
  const newer = await aLink(member.email, "/", TEST_NOW + MINUTE);
  await expect(signInByLink(visitor(TEST_NOW + MINUTE), old, member.email)).rejects.toThrow(EXPIRED);
  expect(await openSignInLink(visitor(TEST_NOW + MINUTE), newer)).toMatchObject({ redirectTo: "/" });
  const token = await aResetLink(db, member.id);
  await updatePassword(visitor(TEST_NOW + MINUTE), { token, password: NEW_PASSWORD });
  await expect(signInByLink(visitor(TEST_NOW + MINUTE), newer, member.email)).rejects.toThrow(EXPIRED);
  const last = await aLink(member.email, "/", TEST_NOW + 2 * MINUTE);
  await db.update(users).set({ deletedAt: TEST_NOW }).where(eq(users.id, member.id));
  await expect(signInByLink(visitor(TEST_NOW + 2 * MINUTE), last, member.email)).rejects.toThrow(EXPIRED);
  await expect(signInByLink(visitor(), "made-up", member.email)).rejects.toThrow(EXPIRED);
});

test("answers the same for an unknown email and limits requests", async () => {
  const { db } = database;
  await requestLink("nobody@example.com");
  expect(await db.select().from(outbox)).toEqual([]);
  const answers = [];
  for (let n = 0; n < 6; n++)
    answers.push(
      await requestLink("nobody@example.com", { address: "203.0.113.8" }).then(
        () => "sent",
        (error) => error.name,
      ),
    );
  expect(answers).toEqual(["sent", "sent", "sent", "sent", "sent", "TooMany"]);
});

test("names the account that a link opens, masked", async () => {
  const member = await aMember(database.db, { email: "ada.example@example.com" });
  expect(await openSignInLink(visitor(), await aLink(member.email))).toMatchObject({ account: "a•••@example.com" });
});

test("another browser has to enter the account's address", async () => {
  const member = await aMember(database.db, { email: "ada.example@example.com" });
  const token = await aLink(member.email);
  expect(await openSignInLink(visitor(), token)).toMatchObject({ requestedHere: false });
  expect(await openSignInLink(visitor(), token, "other@example.com")).toMatchObject({ requestedHere: false });
  expect(await openSignInLink(visitor(), token, "Ada.Example@example.com")).toMatchObject({ requestedHere: true });
  for (const email of ["", "other@example.com"])
    await expect(signInByLink(visitor(), token, email)).rejects.toMatchObject({
      fieldErrors: { email: [LINK_OF_ANOTHER_ADDRESS] },
    });
  expect(await signInByLink(visitor(), token, "ADA.example@example.com")).toMatchObject({ userId: member.id });
});

test("a link still asks for the second factor", async () => {
  const { db } = database;
  const member = await aMember(db);
  const ctx = testContext(db, actingAs(member));
  const { setup, secret } = await twoFactorSetup(ctx);
  await enableTwoFactor(ctx, { setup, password: PASSWORD, code: codeAt(secret, TEST_NOW) });
  const token = await aLink(member.email);
  const answer = await signInByLink(visitor(), token, member.email).catch((error) => error);
  expect(answer).toBeInstanceOf(SecondFactorRequired);
  expect(answer.challenge).toMatch(/^[\w-]{43}$/);
  expect(await db.select().from(sessions)).toEqual([]);
  await expect(signInByLink(visitor(), token, member.email)).rejects.toThrow(EXPIRED);
});
