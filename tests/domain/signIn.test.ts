import { scryptSync } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { hashCounter } from "~/domain/accounts/passwords";
import { signIn } from "~/domain/accounts/signIn";
import { TooMany, Unauthenticated } from "~/domain/errors";
import { rateLimits, sessions, users } from "~db/schema";
import { aMember, hashOfPassword, PASSWORD } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { anonymous, TEST_NOW, testContext } from "../support/testContext";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await hashOfPassword();
});
beforeEach(() => database.clear());
afterAll(() => database.dispose());

const WINDOW_MS = 15 * 60_000;
const OFFICE = "203.0.113.7";
const from = (address: string | null, now = TEST_NOW) => testContext(database.db, anonymous, { address, now });
const attempt = (email: string, password: string, address: string | null = OFFICE, now = TEST_NOW) =>
  signIn(from(address, now), { email, password }, "page").then(
    () => "in",
    (error: unknown) => error,
  );
const kinds = (answers: unknown[]) => answers.map((answer) => (answer instanceof Error ? answer.name : answer));

test("starts a session of the requested kind and stores the time", async () => {
  const member = await aMember(database.db);
  const ctx = testContext(database.db, anonymous, { userAgent: "Browser".repeat(100) });
  const page = await signIn(ctx, { email: member.email.toUpperCase(), password: PASSWORD }, "page");
  const api = await signIn(ctx, { email: member.email, password: PASSWORD }, "api");
  expect(page.proof.sessionId).not.toBe(api.proof.sessionId);
  const rows = await database.db.select().from(sessions);
  expect(rows.map((row) => row.kind).sort()).toEqual(["api", "page"]);
  for (const row of rows) expect(row.userAgent!.length).toBeLessThanOrEqual(300);
  expect((await database.db.select().from(users).get())!.lastLogin).toBe(TEST_NOW);
});

test("welcomes a first-time customer but never staff", async () => {
  const customer = await aMember(database.db);
  const returning = await aMember(database.db, { firstLogin: false });
  const staff = await aMember(database.db, { role: "ADMIN", privileges: "Admin" });
  const welcomed = async (email: string) => (await signIn(from(null), { email, password: PASSWORD }, "page")).welcome;
  expect([await welcomed(customer.email), await welcomed(returning.email), await welcomed(staff.email)]).toEqual([
    true,
    false,
    false,
  ]);
});

test("a password has to match exactly and never expires", async () => {
  const { email } = await aMember(database.db);
  for (const other of [` ${PASSWORD}`, `${PASSWORD} `, PASSWORD.toLowerCase(), PASSWORD.slice(0, -1), `${PASSWORD}x`])
    expect(kinds([await attempt(email, other, null)])).toEqual(["Unauthenticated"]);
  expect(await attempt(email, PASSWORD, null, TEST_NOW + 5 * 365 * 86_400_000)).toBe("in");
});

test("every failure has the same message after exactly one hash", async () => {
  const member = await aMember(database.db);
  const invited = await aMember(database.db, { passwordHash: null });
  const deleted = await aMember(database.db, { deletedAt: TEST_NOW });
  for (const [email, password] of [
    ["nobody@example.com", PASSWORD],
    [member.email, "Wrong#2026"],
    [member.email, "short"],
    [invited.email, PASSWORD],
    [invited.email, ""],
    [deleted.email, PASSWORD],
  ] as const) {
    hashCounter.count = 0;
    const answer = await attempt(email, password, null);
    expect(answer).toBeInstanceOf(Unauthenticated);
    expect(answer).toMatchObject({ message: "Invalid email or password" });
    expect(hashCounter.count).toBe(1);
  }
  expect(await database.db.select().from(sessions)).toEqual([]);
});

test("refuses passwords above 128 bytes before hashing", async () => {
  const member = await aMember(database.db);
  hashCounter.count = 0;
  for (const password of ["a".repeat(129), "é".repeat(65), "x".repeat(1_000_000)])
    expect(await attempt(member.email, password)).toMatchObject({ message: "Invalid email or password" });
  expect(hashCounter.count).toBe(0);
  await attempt(member.email, "é".repeat(64));
  // Composed, and as older hashes may have it.
  expect(hashCounter.count).toBe(2);
});

test("limits an account to five failures per network before hashing", async () => {
  const member = await aMember(database.db);
  const answers = [];
  for (let n = 0; n < 5; n++) answers.push(await attempt(member.email, "Wrong#2026", "198.51.100.99"));
  expect(kinds(answers)).toEqual(Array(5).fill("Unauthenticated"));
  hashCounter.count = 0;
  const sixth = await attempt(member.email, PASSWORD, "198.51.100.99", TEST_NOW + 60_000);
  expect(sixth).toBeInstanceOf(TooMany);
  expect(sixth).toMatchObject({ retryAfterSeconds: (WINDOW_MS - 60_000) / 1000 });
  expect(hashCounter.count).toBe(0);
  expect(await attempt(member.email, PASSWORD, "198.51.100.99", TEST_NOW + WINDOW_MS - 1)).toBeInstanceOf(TooMany);
  expect(await attempt(member.email, PASSWORD, "198.51.100.99", TEST_NOW + WINDOW_MS)).toBe("in");
});

test("limits unknown emails like known ones", async () => {
  const answers = [];
  for (let n = 0; n < 6; n++) answers.push(await attempt("nobody@example.com", PASSWORD));
  expect(kinds(answers)).toEqual([...Array(5).fill("Unauthenticated"), "TooMany"]);
});

test("tries 5 of 20 parallel attempts at one account", async () => {
  const member = await aMember(database.db);
  hashCounter.count = 0;
  const answers = await Promise.all(Array.from({ length: 20 }, () => attempt(member.email, "Wrong#2026")));
  expect(kinds(answers).filter((kind) => kind === "Unauthenticated")).toHaveLength(5);
  expect(kinds(answers).filter((kind) => kind === "TooMany")).toHaveLength(15);
  expect(hashCounter.count).toBe(5);
});

test("limits an IP address to 50 failures over all accounts", async () => {
  const member = await aMember(database.db);
  await database.db
    .insert(rateLimits)
    .values({ key: `signIn:address:${OFFICE}`, windowStartedAt: TEST_NOW, count: 49 });
  expect(kinds([await attempt("one@example.com", "Wrong#2026")])).toEqual(["Unauthenticated"]);
  expect(kinds([await attempt(member.email, PASSWORD)])).toEqual(["TooMany"]);
  expect(await attempt(member.email, PASSWORD, "203.0.113.8")).toBe("in");
});

test("a success resets the account's attempts", async () => {
  const member = await aMember(database.db);
  for (let round = 0; round < 3; round++) {
    for (let n = 0; n < 4; n++) await attempt(member.email, "Wrong#2026");
    expect(await attempt(member.email, PASSWORD)).toBe("in");
  }
  const rows = await database.db.select().from(rateLimits);
  expect(Object.fromEntries(rows.map((row) => [row.key, row.count]))).toEqual({
    [`signIn:address:${OFFICE}`]: 12,
    [`signIn:subject:${member.email}:address:${OFFICE}`]: 0,
    [`signIn:subject:${member.email}`]: 12,
  });
});

test("does not limit requests without an address", async () => {
  const member = await aMember(database.db);
  for (let n = 0; n < 7; n++) await attempt(member.email, "Wrong#2026", null);
  expect(await attempt(member.email, PASSWORD, null)).toBe("in");
  expect(await database.db.select().from(rateLimits)).toEqual([]);
});

test("accepts a hash of other parameters and replaces it", async () => {
  const salt = Buffer.from("0123456789abcdef");
  const old = `scrypt$1024$8$1$${salt.toString("base64url")}$${scryptSync(PASSWORD, salt, 32, { N: 1024, r: 8, p: 1 }).toString("base64url")}`;
  const member = await aMember(database.db, { passwordHash: old });
  expect(await attempt(member.email, PASSWORD, null)).toBe("in");
  const hash = async () => (await database.db.select().from(users).where(eq(users.id, member.id)).get())!.passwordHash!;
  const renewed = await hash();
  expect(renewed).toMatch(/^scrypt\$16384\$8\$5\$/);
  expect(await attempt(member.email, PASSWORD, null)).toBe("in");
  expect(await hash()).toBe(renewed);
});
