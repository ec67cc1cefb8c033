import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { importClients, previewImport } from "~/domain/clients/importClients";
import { openDb } from "~db/client.server";
import { attributions, history, outbox, users } from "~db/schema";
import { openTestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { failingBinding } from "../support/failingDatabase";
import { actingAs, testContext } from "../support/testContext";

const database = await openTestDatabase();
afterAll(() => database.dispose());
beforeEach(() => database.clear());
const { db } = database;

const as = async (privileges: "SuperAdmin" | "Admin" = "SuperAdmin") =>
  testContext(db, actingAs(await aStaffMember(db, { privileges })));
const HEAD = "Email;Name;Country;Id;City";
const list = (...rows: string[]) => [HEAD, ...rows].join("\n");
const many = (count: number) =>
  list(...Array.from({ length: count }, (_, n) => `person${n}@example.com;Person Number${n};Germany;${n};Bonn`));
const invited = async () => (await db.select().from(outbox)).filter(({ kind }) => kind === "passwordReset");
const customers = async () =>
  (await db.select().from(users)).filter(({ role }) => role === "CUSTOMER").map(({ email }) => email);

test("shows the errors by row and writes nothing", async () => {
  await aCustomer(db, { email: "known@example.com" });
  const text = list(
    ...["ada@example.com;Ada Example;DE;7;Bonn", "Known@Example.com;Known Person;;;", "no address;Bo Example;;;"],
    ...["eve@example.com;Eve;;;", "max@example.com;Max Example;Atlantis;;", "ADA@example.com;Ada Again;;;"],
  );
  const preview = await previewImport(await as(), text);
  expect(preview).toMatchObject({ importable: 1, wrong: 3 });
  expect(preview.known).toMatchObject([
    { line: 3, email: "Known@Example.com" },
    { line: 7, email: "ADA@example.com" },
  ]);
  expect(preview.rows.filter(({ errors }) => errors.length > 0)).toMatchObject([
    { line: 4, errors: ["Please provide a valid email"] },
    { line: 5, errors: ["First name is required"] },
    { line: 6, errors: ["We do not know the country Atlantis"] },
  ]);
  expect(await customers()).toEqual(["known@example.com"]);
});

test("cleans pasted rows, and refuses a name that nobody can see", async () => {
  const ctx = await as();
  const seen = "\u202aada@m\u00fcller.example\u202c;Ada\u200b  Example;Germany;7;Bonn";
  const preview = await previewImport(ctx, list(seen, "eve@example.com;\u200b Last;;;", "bo@example.com;\u3164;;;"));
  expect(preview.rows.filter(({ errors }) => errors.length > 0).map(({ line }) => line)).toEqual([3, 4]);
  expect(await importClients(ctx, list(seen))).toEqual({ imported: 1, known: 0 });
  const [ada] = (await db.select().from(users)).filter(({ role }) => role === "CUSTOMER");
  expect(ada).toMatchObject({ email: "ada@xn--mller-kva.example", firstName: "Ada", lastName: "Example" });
});

test("imports leads without a password, a referrer or a mail", async () => {
  const ctx = await as();
  const text =
    'email,first name,last name,country,id,company\n"ada@example.com","Ada","Example, M.A.",DE,old-7,"Ada & Sons, Ltd"\n';
  expect(await importClients(ctx, text)).toEqual({ imported: 1, known: 0 });
  const ada = (await db.select().from(users)).find(({ email }) => email === "ada@example.com");
  expect(ada).toMatchObject({
    firstName: "Ada",
    lastName: "Example, M.A.",
    country: "Germany",
    importedId: "old-7",
    company: "Ada & Sons, Ltd",
    companyFolded: "ada & sons, ltd",
    role: "CUSTOMER",
    userStatus: "LEAD",
    passwordHash: null,
    emailVerifiedAt: null,
  });
  expect(await db.select().from(attributions)).toMatchObject([{ userId: ada!.id, reason: "madeByStaff" }]);
  expect(await db.select().from(outbox)).toEqual([]);
  const entries = await db.select().from(history);
  expect(entries.map(({ action, entity }) => `${entity}: ${action}`).sort()).toEqual([
    "settings: Clients imported",
    "user: Client imported",
  ]);
});

test("with an invitation each new client gets one mail, and nobody twice", async () => {
  await aCustomer(db, { email: "person0@example.com" });
  const ctx = await as();
  expect(await importClients(ctx, many(3), { invite: true })).toEqual({ imported: 2, known: 1 });
  const rows = await invited();
  const made = (await db.select().from(users)).filter(({ email }) => /^person[12]@/.test(email)).map(({ id }) => id);
  expect(rows.map(({ payload }) => payload)).toEqual(
    made.map((userId) => ({ kind: "passwordReset", userId, purpose: "invitation" })),
  );
  expect(rows.every(({ urgent }) => !urgent)).toBe(true);
  expect(await importClients(ctx, many(3), { invite: true })).toEqual({ imported: 0, known: 3 });
  expect(await invited()).toHaveLength(2);
  const entries = (await db.select().from(history)).filter(({ entity }) => entity === "settings");
  expect(entries[0]?.changes).toContainEqual({ field: "invited", before: null, after: 2 });
});

test("two imports with invitations at the same time mail each client once", async () => {
  const ctx = await as();
  await Promise.all([0, 1].map(() => importClients(ctx, many(120), { invite: true })));
  const people = (await invited()).map(({ payload }) => (payload as { userId: string }).userId);
  expect(people).toHaveLength(120);
  expect(new Set(people).size).toBe(120);
});

test("a list that is sent again adds nothing", async () => {
  const ctx = await as();
  expect(await importClients(ctx, many(250))).toEqual({ imported: 250, known: 0 });
  expect(await importClients(ctx, many(250))).toEqual({ imported: 0, known: 250 });
  expect(await customers()).toHaveLength(250);
  const [parts] = await db.all<{ people: number }>(sql`select count(distinct user_id) as people from name_parts`);
  expect(parts!.people).toBeGreaterThanOrEqual(250);
});

test("an import that is killed anywhere is completed by the next one", async () => {
  const member = await aStaffMember(db, { privileges: "SuperAdmin" });
  const ctx = testContext(db, actingAs(member));
  for (let failAt = 1; ; failAt++) {
    const failing = failingBinding(database.binding, failAt);
    const killed = { ...ctx, db: openDb(failing.binding) };
    await importClients(killed, many(failAt * 60), { invite: true }).catch(() => undefined);
    if (!failing.reached()) break;
    await importClients(ctx, many(failAt * 60), { invite: true });
    expect(await customers()).toHaveLength(failAt * 60);
    expect(await invited()).toHaveLength(failAt * 60);
  }
  expect((await db.select().from(attributions)).length).toBe((await customers()).length);
});

test("two imports of one list at the same time make each client once", async () => {
  const ctx = await as();
  const both = await Promise.all([importClients(ctx, many(120)), importClients(ctx, many(120))]);
  expect(both.reduce((sum, { imported }) => sum + imported, 0)).toBe(120);
  expect(new Set(await customers()).size).toBe(120);
});

test.each([
  ["without a head line", "ada@example.com,Ada,Example", "The first line names the columns"],
  ["without rows", HEAD, "no clients"],
  ["of 5,001 rows", many(5_001), "at most 5,000"],
])("refuses a list %s", async (_, text, message) => {
  await expect(previewImport(await as(), text)).rejects.toMatchObject({
    fieldErrors: { list: [expect.stringContaining(message)] },
  });
});

test("only a super admin imports", async () => {
  const ctx = await as("Admin");
  await expect(importClients(ctx, many(1))).rejects.toMatchObject({ kind: "Forbidden" });
  await expect(previewImport(ctx, many(1))).rejects.toMatchObject({ kind: "Forbidden" });
});
