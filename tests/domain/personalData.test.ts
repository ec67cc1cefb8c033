import { eq } from "drizzle-orm";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { strFromU8, strToU8, unzipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { signIn } from "~/domain/accounts/signIn";
import { signUp } from "~/domain/accounts/signUp";
import type { Actor, Context } from "~/domain/context";
import { DAY_MS } from "~/domain/days";
import { Conflict, Forbidden, Invalid, NotFound, Unauthenticated } from "~/domain/errors";
import { deleteOldChecks } from "~/domain/linkWatch/deleteOldChecks";
import { deliverOutbox } from "~/domain/outbox/deliverOutbox";
import { dataTables, tablesOfPeople } from "~/domain/personalData/dataTables";
import { downloadPersonalData } from "~/domain/personalData/downloadPersonalData";
import { erasePeople } from "~/domain/personalData/erasePeople";
import { ownDeletion } from "~/domain/personalData/findDeletion";
import { requestClientDeletion, requestOwnDeletion } from "~/domain/personalData/requestDeletion";
import { undoClientDeletion, undoOwnDeletion } from "~/domain/personalData/undoDeletion";
import { makeNextExport } from "~/exports/makeNextExport";
import { zipStream } from "~/exports/zipStream";
import { serveFile } from "~/files/serveFile";
import * as schema from "~db/schema";
import {
  attributions,
  deletionRequests,
  history,
  linkChecks,
  notifications,
  orders,
  outbox,
  sessions,
  subscriptions,
  uploads,
  users,
} from "~db/schema";
import { aMember, aSession, hashOfPassword, NEW_PASSWORD, PASSWORD } from "../support/accounts";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { killedAt } from "../support/killing";
import { aPlantedPerson, INNER, OPEN, placesOf } from "../support/plantedPerson";
import { actingAs, actingSystem, noPayments, TEST_NOW, testContext } from "../support/testContext";

const DUE = TEST_NOW + 14 * DAY_MS;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await hashOfPassword();
});
beforeEach(() => database.clear());
afterAll(() => database.dispose());

/** Of people without a card. Cards at the provider are in savedCardsErased.test.ts. */
const payments = new Proxy(noPayments, {
  get: (none, name) => (name === "savedCards" ? async () => [] : Reflect.get(none, name)),
});
const as = (actor: Actor, overrides: Partial<Context> = {}) =>
  testContext(database.db, actor, { payments, ...overrides });
const never = (error: unknown) => {
  throw error;
};
const erase = (now: number, overrides: Partial<Context> = {}) =>
  erasePeople(as(actingSystem, { now, ...overrides }), never);
const requestOf = async (clientId: string) =>
  (await database.db.select().from(deletionRequests).where(eq(deletionRequests.clientId, clientId)))[0];
const mails = async () =>
  (await database.db.select().from(outbox)).flatMap(({ payload }) => (payload.kind === "email" ? [payload] : []));
/** Sends what waits, as the notifications Worker does. */
const deliver = (now: number) => database.db.update(outbox).set({ deliveredAt: now });

async function zipOf(ctx: Context, clientId?: string) {
  const data = await downloadPersonalData(ctx, clientId);
  if (!("files" in data)) throw new Error("It was queued");
  const bytes = new Uint8Array(await new Response(zipStream(data.files, ctx.now, "too large") as never).arrayBuffer());
  return unzipSync(bytes);
}

/** What stays of the secrets after an erasure: what an issued invoice printed, and what defends a payment. */
const KEPT = [
  // The agency's words, such as VAT.
  "billing_cycles.tax_rates",
  "dispute_answers.fields",
  "invoices.client_email",
  "invoices.client_name",
  "link_checks.anchor",
  "link_checks.final_url",
  "link_checks.note",
  "link_checks.rel",
  "orders.billing",
];

test("every column of a person's table is in the download or withheld", () => {
  const columns = tablesOfPeople.flatMap(({ name, table, download }) =>
    download
      ? [
          [
            name,
            Object.keys(table)
              .filter((key) => key !== "enableRLS" && !key.startsWith("_"))
              .sort(),
            [...download.columns, ...download.withheld].sort(),
          ] as const,
        ]
      : [],
  );
  expect(columns.length).toBeGreaterThan(35);
  for (const [name, stored, known] of columns) expect(known, name).toEqual(stored);
});

/** The tables of a database that no entry of `dataTables` describes. */
async function unknownTables(binding: D1Database) {
  const { results } = await binding
    .prepare(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite%' and name not like '\\_%' escape '\\'",
    )
    .all<{ name: string }>();
  const known = Object.entries(schema).flatMap(([name, table]) =>
    name in dataTables ? [getTableConfig(table as SQLiteTable).name] : [],
  );
  return results.map(({ name }) => name).filter((name) => !known.includes(name));
}

test("a new table fails until it says what it holds of people", async () => {
  const { binding } = database;
  expect(await unknownTables(binding)).toEqual([]);
  await binding.prepare("create table newcomers (id text)").run();
  try {
    expect(await unknownTables(binding)).toEqual(["newcomers"]);
  } finally {
    await binding.prepare("drop table newcomers").run();
  }
});

test("every table with data of people is erased, or says what stays", () => {
  for (const { name, erasure, stays, download, notDownloaded } of tablesOfPeople) {
    expect(erasure.length > 0 || stays, name).toBeTruthy();
    expect(download ?? notDownloaded, name).toBeTruthy();
  }
  expect(Object.keys(dataTables).length).toBeGreaterThan(70);
});

test("a download holds every table's rows, files and invoices", async () => {
  const { person, files } = await aPlantedPerson(database.db);
  const zip = await zipOf(as(actingAs(person), { files }));
  const names = Object.keys(zip);
  for (const { name, download } of tablesOfPeople.filter((data) => data.download)) {
    const file = names.find((one) => one === `data/${name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)}.json`);
    expect(file, name).toBeDefined();
    const rows = JSON.parse(strFromU8(zip[file!]!)) as Record<string, unknown>[];
    if (name === "exports" || name === "deletionRequests") continue;
    expect(rows.length, name).toBeGreaterThan(0);
    expect(Object.keys(rows[0]!), name).toEqual(download!.columns);
    const lines = strFromU8(zip[file!.replace(".json", ".csv")]!).trim().split("\r\n");
    expect(lines.length, name).toBeGreaterThan(1);
  }
  const all = names.map((name) => strFromU8(zip[name]!)).join("\n");
  expect(all).not.toContain(INNER);
  expect(all).toContain(`file of ${OPEN}`);
  expect(names.filter((name) => name.startsWith("files/")).length).toBe(2);
  expect(names).toContain("invoices/Invoice-1.pdf");
  expect(JSON.parse(strFromU8(zip["data/order_messages.json"]!))).toMatchObject([{ bodySource: OPEN }]);
});

test("staff get the client's own file, without internal texts", async () => {
  const { person, staff, files } = await aPlantedPerson(database.db);
  const own = await zipOf(as(actingAs(person), { files }));
  const theirs = await zipOf(as(actingAs(staff), { files }), person.id);
  expect(Object.keys(theirs)).toEqual(Object.keys(own));
  // Each download is an event of its own.
  for (const name of Object.keys(own).filter((one) => !one.includes("security_events")))
    expect(strFromU8(theirs[name]!), name).toBe(strFromU8(own[name]!));
});

test("a large download is queued, mailed, and opened by its owner only", async () => {
  const { person, order, files } = await aPlantedPerson(database.db);
  for (let n = 0; n < 100; n++)
    await database.db.insert(uploads).values({
      key: `${n}`.padStart(32, "k"),
      kind: "projectFile",
      fileName: `${n}.pdf`,
      contentType: "application/pdf",
      size: 1,
      createdAt: TEST_NOW,
      storedAt: TEST_NOW,
      attachedTo: `order:${order.id}`,
    });
  const ctx = as(actingAs(person), { files });
  const asked = await downloadPersonalData(ctx);
  if (!("exportId" in asked)) throw new Error("It was not queued");
  await makeNextExport(as(actingSystem, { files }), { lastTry: false });
  expect((await mails()).filter(({ to }) => to === person.email).map(({ subject }) => subject)).toContain(
    "The data that you asked for is ready",
  );
  const [notice] = await database.db.select().from(notifications).where(eq(notifications.type, "EXPORT"));
  const key = notice!.typeSystemId;
  const open = (actor: Actor) => serveFile(as(actor, { files }), key, new Request(`http://localhost/files/${key}`));
  expect((await open(actingAs(person))).status).toBe(200);
  const stranger = await aCustomer(database.db);
  const admin = await aStaffMember(database.db);
  expect((await open(actingAs(stranger))).status).toBe(404);
  expect((await open(actingAs(admin))).status).toBe(404);
  expect((await open({ kind: "impersonated", user: person, adminId: admin.id, sessionId: "s" })).status).toBe(404);
  expect(strFromU8(unzipSync(files.objects.get(key)!)["data/users.json"]!)).toContain(OPEN);
});

test("a deletion asks for the password and tells client and team", async () => {
  const client = await aMember(database.db, { firstName: "Ada" });
  const staff = await aStaffMember(database.db);
  const ctx = as(actingAs(client));
  await expect(requestOwnDeletion(ctx, {})).rejects.toThrow(Invalid);
  await expect(requestOwnDeletion(ctx, { password: "Wrong#2026" })).rejects.toThrow(Invalid);
  expect(await requestOf(client.id)).toBeUndefined();
  expect(await requestOwnDeletion(ctx, { password: PASSWORD })).toBe(DUE);
  expect(await ownDeletion(ctx)).toMatchObject({ dueAt: DUE, passwordSet: true });
  await expect(requestOwnDeletion(ctx, { password: PASSWORD })).rejects.toThrow(Conflict);
  expect((await mails()).map(({ to, subject }) => [to, subject])).toEqual([
    [client.email, "Your account will be deleted on 5 Dec 26"],
  ]);
  expect(await database.db.select().from(notifications)).toMatchObject([{ userId: staff.id, typeSystemId: client.id }]);
});

test("an account without a password needs a recent sign-in", async () => {
  const client = await aCustomer(database.db);
  const { sessionId } = await aSession(as(actingAs(client)), client);
  const later = TEST_NOW + 5 * 60_000;
  await expect(requestOwnDeletion(as(actingAs(client, sessionId), { now: later }), {})).rejects.toThrow(Invalid);
  await requestOwnDeletion(as(actingAs(client, sessionId)), {});
  expect(await requestOf(client.id)).toMatchObject({ dueAt: DUE });
});

test("an undone deletion erases nothing and can be requested again", async () => {
  const client = await aMember(database.db);
  const ctx = as(actingAs(client));
  await requestOwnDeletion(ctx, { password: PASSWORD });
  await undoOwnDeletion(ctx);
  await expect(undoOwnDeletion(ctx)).rejects.toThrow(Conflict);
  expect((await mails()).map(({ subject }) => subject)).toContain("Your account will not be deleted");
  await erase(DUE + DAY_MS);
  expect(await database.db.select().from(users).where(eq(users.id, client.id))).toMatchObject([{ deletedAt: null }]);
  await requestOwnDeletion(ctx, { password: PASSWORD });
  expect(await database.db.select().from(deletionRequests)).toHaveLength(2);
});

test("staff, impersonated sessions and strangers change nothing", async () => {
  const { db } = database;
  const client = await aMember(db);
  const other = await aMember(db);
  const manager = await aStaffMember(db, { privileges: "Manager" });
  const admin = await aStaffMember(db, { privileges: "Admin", passwordHash: await hashOfPassword() });
  const actors: Actor[] = [
    actingAs(manager),
    actingAs(admin),
    { kind: "impersonated", user: client, adminId: admin.id, sessionId: "s" },
  ];
  for (const actor of actors) {
    await expect(requestOwnDeletion(as(actor), { password: PASSWORD })).rejects.toThrow(Forbidden);
    await expect(undoOwnDeletion(as(actor))).rejects.toThrow(Forbidden);
  }
  for (const actor of [actingAs(other), actingAs(manager), actors[2]!]) {
    await expect(requestClientDeletion(as(actor), client.id)).rejects.toThrow(Forbidden);
    await expect(undoClientDeletion(as(actor), client.id)).rejects.toThrow(Forbidden);
    await expect(downloadPersonalData(as(actor), client.id)).rejects.toThrow(Forbidden);
  }
  await expect(requestClientDeletion(as(actingAs(admin)), manager.id)).rejects.toThrow(NotFound);
  await expect(downloadPersonalData(as(actingAs(admin)), manager.id)).rejects.toThrow(NotFound);
  expect(await db.select().from(deletionRequests)).toEqual([]);
  await requestClientDeletion(as(actingAs(admin)), client.id);
  await undoClientDeletion(as(actingAs(admin)), client.id);
  expect(await requestOf(client.id)).toMatchObject({ requestedById: admin.id, undoneById: admin.id });
});

test("an erasure leaves no secret but what the page lists", async () => {
  const { db, binding } = database;
  const { person, staff, friend, order, unpaid, files } = await aPlantedPerson(db);
  const before = await placesOf(binding, [OPEN, INNER]);
  expect(before.length).toBeGreaterThan(70);
  const evidenceKey = "link-checks/1/evidence.txt";
  await db.update(linkChecks).set({ evidenceKey, keptUntil: DUE + DAY_MS });
  await files.put(evidenceKey, strToU8(`the page with ${OPEN}`), "text/plain");
  const referred = await aCustomer(db);
  await db.insert(attributions).values({
    userId: referred.id,
    affiliateId: person.id,
    reason: "lastClick",
    affiliateCode: `A${OPEN}`,
    decidedAt: TEST_NOW,
  });
  await requestOwnDeletion(as(actingAs(person), { files }), { password: PASSWORD });
  await deliver(TEST_NOW);
  await erase(DUE - 1, { files });
  expect((await placesOf(binding, [OPEN, INNER])).length).toBeGreaterThanOrEqual(before.length);
  await erase(DUE, { files });
  expect(await db.select().from(subscriptions)).toMatchObject([{ status: "Cancelled" }]);
  expect(await db.select().from(orders).where(eq(orders.id, unpaid.id))).toMatchObject([{ status: "Cancelled" }]);
  expect(await db.select().from(orders).where(eq(orders.id, order.id))).toMatchObject([
    { total: order.total, paidAt: order.paidAt },
  ]);
  // The last mail goes to the address, and then its row.
  expect((await mails()).map(({ to, subject }) => [to, subject])).toEqual([[person.email, "Your account was deleted"]]);
  await deliver(DUE);
  await erase(DUE + 60_000, { files });
  expect(await placesOf(binding, [OPEN, INNER])).toEqual(KEPT);
  expect(await requestOf(person.id)).toMatchObject({ erasedAt: DUE, finishedAt: DUE + 60_000 });
  const filesWithSecret = () =>
    [...files.objects].filter(([, bytes]) => strFromU8(bytes).includes(OPEN)).map(([key]) => key);
  const invoice = "i".repeat(32);
  expect(filesWithSecret()).toEqual([invoice, evidenceKey]);
  // The evidence of a check goes with the check.
  await deleteOldChecks(as(actingSystem, { now: DUE + 2 * DAY_MS, files }));
  expect(filesWithSecret()).toEqual([invoice]);
  expect(await db.select().from(linkChecks)).toEqual([]);
  expect(await db.select().from(attributions)).toMatchObject([
    { userId: person.id, affiliateId: friend.id },
    { userId: referred.id, affiliateId: person.id, affiliateCode: null },
  ]);
  expect(await db.select().from(users).where(eq(users.id, staff.id))).toMatchObject([{ firstName: "Staff" }]);
  expect((await db.select().from(history)).filter(({ entityId }) => entityId === order.id)).toMatchObject([
    { changes: [{ field: "comment", before: "(erased)", after: null }] },
  ]);
});

test("the row of the last email forgets the address when it is sent", async () => {
  const { db, binding } = database;
  const client = await aMember(db);
  await requestOwnDeletion(as(actingAs(client)), { password: PASSWORD });
  await deliver(TEST_NOW);
  await erase(DUE);
  const sent: string[] = [];
  const transports = { sendMail: async ({ to }: { to: string }) => void sent.push(to), push: async () => {} };
  await deliverOutbox(as(actingSystem, { now: DUE }), transports);
  expect(sent).toEqual([client.email]);
  expect(await placesOf(binding, [client.email])).toEqual([]);
});

test("an erased client cannot sign in, and signs up as a new account", async () => {
  const { db } = database;
  const client = await aMember(db);
  await aSession(as(actingAs(client)), client);
  await requestOwnDeletion(as(actingAs(client)), { password: PASSWORD });
  await erase(DUE);
  const ctx = as({ kind: "anonymous" }, { now: DUE });
  await expect(signIn(ctx, { email: client.email, password: PASSWORD }, "page")).rejects.toThrow(Unauthenticated);
  expect(await db.select().from(sessions)).toEqual([]);
  const { userId } = await signUp(ctx, {
    firstName: "Ann",
    lastName: "New",
    email: client.email,
    password: NEW_PASSWORD,
  });
  expect(userId).not.toBe(client.id);
  await deliver(DUE);
  await erase(DUE + DAY_MS);
  expect(await db.select().from(users).where(eq(users.id, userId))).toMatchObject([
    { firstName: "Ann", deletedAt: null },
  ]);
});

test("an erasure that is killed at every step ends complete", async () => {
  const { db, binding } = database;
  const { person, files } = await aPlantedPerson(db);
  await requestOwnDeletion(as(actingAs(person), { files }), { password: PASSWORD });
  let kills = 0;
  for (const when of ["before", "after"] as const)
    for (let k = 1; k < 40; k++) {
      const kill = killedAt(k, when);
      const onFailure = (error: unknown) => (kill.state.dead ? undefined : never(error));
      const ctx = kill.context(as(actingSystem, { now: DUE, files }), binding);
      await erasePeople(ctx, onFailure).catch(onFailure);
      if (kill.state.dead) kills++;
    }
  expect(kills).toBeGreaterThan(20);
  await erase(DUE, { files });
  expect((await mails()).filter(({ subject }) => subject === "Your account was deleted")).toHaveLength(1);
  await deliver(DUE);
  await erase(DUE + 1, { files });
  expect(await placesOf(binding, [OPEN, INNER])).toEqual(KEPT);
  expect(await requestOf(person.id)).toMatchObject({ finishedAt: DUE + 1 });
});

test("two runs at the same time erase one person once", async () => {
  const { person, files } = await aPlantedPerson(database.db);
  await requestOwnDeletion(as(actingAs(person), { files }), { password: PASSWORD });
  await Promise.all([erase(DUE, { files }), erase(DUE, { files })]);
  expect((await mails()).map(({ subject }) => subject)).toEqual(["Your account was deleted"]);
});
