import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { requestPasswordReset } from "~/domain/accounts/requestPasswordReset";
import { signIn } from "~/domain/accounts/signIn";
import { findPasswordLink, updatePassword } from "~/domain/accounts/updatePassword";
import { TooMany } from "~/domain/errors";
import { history, outbox, passwordResets, sessions, users } from "~db/schema";
import { aMember, aResetLink, aSession, hashOfPassword, NEW_PASSWORD, PASSWORD } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { anonymous, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await hashOfPassword();
});
beforeEach(() => database.clear());
afterAll(() => database.dispose());

const MINUTE = 60_000;
const EXPIRED = "This link is no longer valid. Please request a new one.";
const at = (now = TEST_NOW, address: string | null = null) => testContext(database.db, anonymous, { now, address });

test("answers the same for known and unknown emails", async () => {
  const member = await aMember(database.db);
  const ctx = at();
  await expect(requestPasswordReset(ctx, { email: member.email.toUpperCase() })).resolves.toBeUndefined();
  await expect(requestPasswordReset(ctx, { email: "nobody@example.com" })).resolves.toBeUndefined();
  await ctx.settled();
  const rows = await database.db.select().from(outbox);
  expect(rows.map((row) => row.payload)).toEqual([{ kind: "passwordReset", userId: member.id }]);
  expect(ctx.announced()).toBe(1);
});

test("limits requests to thirty an hour per IP address and ten per email", async () => {
  const requests = await Promise.allSettled(
    Array.from({ length: 12 }, (_, n) =>
      requestPasswordReset(at(TEST_NOW, `203.0.113.${n}`), { email: "ada@example.com" }),
    ),
  );
  expect(requests.filter((answer) => answer.status === "fulfilled")).toHaveLength(10);
  for (let n = 0; n < 30; n++) await requestPasswordReset(at(TEST_NOW, "198.51.100.1"), { email: `${n}@example.com` });
  await expect(
    requestPasswordReset(at(TEST_NOW + 1000, "198.51.100.1"), { email: "30@example.com" }),
  ).rejects.toMatchObject({ retryAfterSeconds: 3599 });
  await requestPasswordReset(at(TEST_NOW + 60 * MINUTE, "198.51.100.1"), { email: "30@example.com" });
});

test("a link works for 60 minutes and viewing does not consume it", async () => {
  const member = await aMember(database.db);
  const token = await aResetLink(database.db, member.id);
  const end = TEST_NOW + 60 * MINUTE;
  for (let n = 0; n < 30; n++) expect((await findPasswordLink(at(end - 1), token))?.works).toBe(true);
  expect((await findPasswordLink(at(end), token))?.works).toBe(false);
  await expect(updatePassword(at(end), { token, password: NEW_PASSWORD })).rejects.toThrow(EXPIRED);
  await updatePassword(at(end - 1), { token, password: NEW_PASSWORD });
});

test("sets the password once and ends all sessions and other links", async () => {
  const member = await aMember(database.db);
  const stranger = await aMember(database.db);
  await aSession(at(), member, "page");
  await aSession(at(TEST_NOW + 1), member, "api");
  await aSession(at(TEST_NOW + 2), stranger);
  const older = await aResetLink(database.db, member.id);
  const token = await aResetLink(database.db, member.id);
  const foreign = await aResetLink(database.db, stranger.id);
  await updatePassword(at(TEST_NOW + MINUTE), { token, password: NEW_PASSWORD });

  const credentials = (password: string) => signIn(at(), { email: member.email, password }, "page");
  await expect(credentials(PASSWORD)).rejects.toThrow("Invalid email or password");
  await expect(updatePassword(at(TEST_NOW + MINUTE), { token, password: PASSWORD })).rejects.toThrow(EXPIRED);
  expect((await findPasswordLink(at(), older))?.works).toBe(false);
  expect((await findPasswordLink(at(), foreign))?.works).toBe(true);
  const alive = (await database.db.select().from(sessions)).filter((row) => row.endedAt === null);
  expect(alive.map((row) => row.userId)).toEqual([stranger.id]);
  expect((await credentials(NEW_PASSWORD)).userId).toBe(member.id);

  const audit = await database.db.select().from(history);
  expect(audit).toMatchObject([{ entity: "user", entityId: member.id, action: "Password reset by link" }]);
  const everything = JSON.stringify([audit, await database.db.select().from(passwordResets)]);
  for (const secret of [token, NEW_PASSWORD]) expect(everything).not.toContain(secret);
});

test("lets one of ten parallel uses of a link set the password", async () => {
  const member = await aMember(database.db);
  const token = await aResetLink(database.db, member.id);
  const passwords = Array.from({ length: 10 }, (_, n) => `Parallel#${n}x`);
  const answers = await Promise.allSettled(passwords.map((password) => updatePassword(at(), { token, password })));
  const winners = passwords.filter((_, n) => answers[n]!.status === "fulfilled");
  expect(winners).toHaveLength(1);
  for (const answer of answers)
    if (answer.status === "rejected") expect(answer.reason).toMatchObject({ message: EXPIRED });
  const signedIn = await signIn(at(), { email: member.email, password: winners[0]! }, "page");
  expect(signedIn.userId).toBe(member.id);
  const row = await database.db.select().from(users).where(eq(users.id, member.id)).get();
  expect(row!.version).toBe(2);
});

test.each(["", "x", "../..", "0".repeat(200), "%00"])("rejects the unknown token '%s'", async (token) => {
  await aMember(database.db);
  expect(await findPasswordLink(at(), token)).toBeNull();
  await expect(updatePassword(at(), { token, password: NEW_PASSWORD })).rejects.toThrow(EXPIRED);
});

test("the limit reports when to retry", async () => {
  const answers = [];
  for (let n = 0; n < 4; n++)
    answers.push(
      await requestPasswordReset(at(TEST_NOW, "192.0.2.1"), { email: "ada@example.com" }).catch((error) => error),
    );
  expect(answers[3]).toBeInstanceOf(TooMany);
  expect(answers[3].retryAfterSeconds).toBe(3600);
});
