import { eq } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ActorUser, Context } from "~/domain/context";
import { NotFound } from "~/domain/errors";
import { deleteOldExports } from "~/domain/exports/deleteOldExports";
import { announceWaitingExports, claimExport, exportProgress } from "~/domain/exports/exportWork";
import { findExport } from "~/domain/exports/findExport";
import { requestPersonalData } from "~/domain/exports/requestPersonalData";
import { sweepUploads } from "~/domain/uploads/sweepUploads";
import { makeNextExport } from "~/exports/makeNextExport";
import { serveFile } from "~/files/serveFile";
import { openDb, PreconditionFailed } from "~db/client.server";
import { countStatements, newStatementCount } from "~db/countStatements.server";
import { exports, notifications, uploads, users } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { failingBinding } from "../support/failingDatabase";
import { actingAs, actingSystem, anonymous, memoryFiles, TEST_NOW, testContext } from "../support/testContext";
import { isGate } from "../support/tier";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let database: TestDatabase;
let owner: ActorUser;
let files: ReturnType<typeof memoryFiles>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());
beforeEach(async () => {
  await database.clear();
  files = memoryFiles();
  owner = await aCustomer(database.db);
});

const ctxOf = (user: ActorUser, overrides: Partial<Context> = {}) =>
  testContext(database.db, actingAs(user), { files, ...overrides });
const system = (overrides: Partial<Context> = {}) => testContext(database.db, actingSystem, { files, ...overrides });
const FILES = 2;
const request = (ctx: Context, user = owner) => requestPersonalData(ctx, { clientId: user.id, files: FILES });
const rowOf = async (id: string) => (await database.db.select().from(exports).where(eq(exports.id, id)).get())!;
/** The person that the file of an export is about. */
const personIn = async (id: string) => {
  const parts = unzipSync(files.objects.get((await rowOf(id)).uploadKey!)!);
  return JSON.parse(strFromU8(parts["data/users.json"]!))[0].id as string;
};

test("creates an export, notifies its owner and offers the file", async () => {
  let wakeups = 0;
  const ctx = ctxOf(owner, {
    publish: { ...testContext(database.db, actingSystem).publish, exportsWaiting: async () => void wakeups++ },
  });
  const id = await request(ctx);
  expect(await request(ctx)).toBe(id);
  expect(wakeups).toBe(2);
  expect(await findExport(ctx, id)).toEqual({
    id,
    kind: "personalData",
    from: "/profile",
    state: "waiting",
    rowsDone: 0,
    rowsTotal: FILES,
    file: null,
  });
  await makeNextExport(system(), { lastTry: false });
  const done = await findExport(ctx, id);
  expect(done).toMatchObject({ state: "ready", file: { size: files.objects.get(done.file!.key)!.byteLength } });
  expect(await personIn(id)).toBe(owner.id);
  expect(await database.db.select().from(notifications)).toMatchObject([
    {
      userId: owner.id,
      type: "EXPORT",
      typeSystemId: done.file!.key,
      description: `Your data is ready: ${done.file!.name}`,
    },
  ]);
  // A later request makes another export, and each user's exports are separate.
  const second = await request(ctx);
  const other = await aCustomer(database.db);
  const theirs = await request(ctxOf(other), other);
  expect(new Set([id, second, theirs]).size).toBe(3);
  expect(await findExport(ctxOf(other), theirs)).toMatchObject({ state: "waiting" });
});

test("only the owner sees an export and its file", async () => {
  const id = await request(ctxOf(owner));
  await makeNextExport(system(), { lastTry: false });
  const { key } = (await findExport(ctxOf(owner), id)).file!;
  const opened = new Request(`http://localhost:8788/files/${key}`);
  const served = await serveFile(ctxOf(owner), key, opened);
  expect(served.status).toBe(200);
  expect(served.headers.get("Content-Disposition")).toContain("attachment; filename=");
  expect(served.headers.get("Cache-Control")).toBe("private, no-store");
  for (const privileges of ["SuperAdmin", "Admin", "Manager"] as const) {
    const other = ctxOf(await aStaffMember(database.db, { privileges }));
    await expect(findExport(other, id)).rejects.toThrow(NotFound);
    expect((await serveFile(other, key, opened)).status).toBe(404);
  }
  const customer = ctxOf(await aCustomer(database.db));
  await expect(findExport(customer, id)).rejects.toThrow(NotFound);
  for (const ctx of [customer, testContext(database.db, anonymous, { files })])
    expect((await serveFile(ctx, key, opened)).status).toBe(404);
});

test("a list from an earlier release stays readable, and a waiting one fails", async () => {
  const staff = await aStaffMember(database.db, { privileges: "Admin" });
  const key = "k".repeat(32);
  const list = { ownerId: staff.id, kind: "report-agents" as const, search: {}, createdAt: TEST_NOW };
  await database.db.insert(exports).values([
    { ...list, id: "01READY", state: "ready", uploadKey: key, finishedAt: TEST_NOW },
    { ...list, id: "01WAITING", state: "waiting" },
  ]);
  await database.db.insert(uploads).values({
    key,
    kind: "export",
    fileName: "Report.xlsx",
    contentType: "application/zip",
    size: 1,
    ownerId: staff.id,
    createdAt: TEST_NOW,
    storedAt: TEST_NOW,
    attachedTo: "export:01READY",
  });
  files.objects.set(key, new Uint8Array(1));
  await makeNextExport(system(), { lastTry: false });
  expect(await findExport(ctxOf(staff), "01WAITING")).toMatchObject({ state: "failed", from: "/reports/agents" });
  const opened = new Request(`http://localhost:8788/files/${key}`);
  expect((await serveFile(ctxOf(staff), key, opened)).status).toBe(200);
  // Someone who may no longer export the list cannot read it.
  const demoted: ActorUser = { ...staff, privileges: "Manager" };
  await expect(findExport(ctxOf(demoted), "01READY")).rejects.toThrow(NotFound);
  expect((await serveFile(ctxOf(demoted), key, opened)).status).toBe(404);
});

test("takes over a killed consumer's export after its lease", async () => {
  const id = await request(ctxOf(owner));
  const first = (await claimExport(system()))!;
  expect(first.id).toBe(id);
  const working = await exportProgress(system(), first, 1);
  expect(await rowOf(id)).toMatchObject({ state: "working", rowsDone: 1 });
  expect(await claimExport(system({ now: TEST_NOW + MINUTE }))).toBeNull();
  expect(await announceWaitingExports(system({ now: TEST_NOW + MINUTE }))).toBe(false);
  const later = system({ now: TEST_NOW + 3 * MINUTE });
  expect(await announceWaitingExports(later)).toBe(true);
  await makeNextExport(later, { lastTry: false });
  expect(await rowOf(id)).toMatchObject({ state: "ready" });
  await expect(exportProgress(later, working, 2)).rejects.toThrow(PreconditionFailed);
  expect(await personIn(id)).toBe(owner.id);
  expect(await database.db.select().from(notifications)).toHaveLength(1);
});

test("two concurrent consumers make an export once", async () => {
  const id = await request(ctxOf(owner));
  await Promise.all([makeNextExport(system(), { lastTry: false }), makeNextExport(system(), { lastTry: false })]);
  expect(await rowOf(id)).toMatchObject({ state: "ready" });
  expect(await database.db.select().from(uploads)).toHaveLength(1);
});

test("wakes the queue after an export while more are waiting", async () => {
  let wakeups = 0;
  const publish = { ...system().publish, exportsWaiting: async () => void wakeups++ };
  const first = await request(ctxOf(owner));
  const other = await aCustomer(database.db);
  const second = await request(ctxOf(other, { now: TEST_NOW + 1 }), other);
  await makeNextExport(system({ publish }), { lastTry: false });
  expect([(await rowOf(first)).state, (await rowOf(second)).state, wakeups]).toEqual(["ready", "waiting", 1]);
  await makeNextExport(system({ publish }), { lastTry: false });
  expect([(await rowOf(second)).state, wakeups]).toEqual(["ready", 1]);
});

test("completes on retry after a database fault", async () => {
  const count = newStatementCount();
  const forget = async () => {
    for (const table of [notifications, exports, uploads]) await database.db.delete(table);
    return await request(ctxOf(owner));
  };
  await forget();
  await makeNextExport(system({ db: openDb(countStatements(database.binding, count)) }), { lastTry: false });
  // Those that take and finish the export, and one of the many that read the person's tables.
  const all = count.statements;
  const first = isGate ? [1, 3] : [1, 2, 3, 4];
  const last = Array.from({ length: isGate ? 4 : 10 }, (_, n) => all - n);
  for (const k of [...first, Math.floor(all / 2), ...last]) {
    const id = await forget();
    const failing = failingBinding(database.binding, k);
    const failed = await makeNextExport(system({ db: openDb(failing.binding) }), { lastTry: false }).then(
      () => false,
      () => true,
    );
    expect(failing.reached(), `statement ${k}`).toBe(true);
    const row = await rowOf(id);
    if (row.state !== "ready") expect(row.uploadKey, `statement ${k}`).toBeNull();
    // Released immediately, or when its lease expires if the release failed too.
    await makeNextExport(system({ now: TEST_NOW + 5 * MINUTE }), { lastTry: false });
    expect(await rowOf(id), `statement ${k}`).toMatchObject({ state: "ready" });
    expect(await personIn(id)).toBe(owner.id);
    expect(await database.db.select().from(notifications), `statement ${k}`).toHaveLength(1);
    expect(failed || row.state === "ready", `statement ${k}`).toBe(true);
  }
}, 240_000);

test("fails for good after the last try or when the owner lost access", async () => {
  const id = await request(ctxOf(owner));
  const broken = { ...files, putStream: () => Promise.reject(new Error("R2 is down")) };
  await expect(makeNextExport(system({ files: broken }), { lastTry: false })).rejects.toThrow("R2 is down");
  expect(await rowOf(id)).toMatchObject({ state: "waiting" });
  await makeNextExport(system({ files: broken }), { lastTry: true });
  expect(await findExport(ctxOf(owner), id)).toMatchObject({ state: "failed", file: null });
  // The sweep deletes the partial files.
  expect(await sweepUploads(system({ now: TEST_NOW + 2 * DAY }))).toBe(2);

  for (const change of [{ deletedAt: TEST_NOW }, { role: "CUSTOMER" as const, privileges: null }]) {
    const formerStaff = await aStaffMember(database.db, { privileges: "Admin" });
    const theirs = await request(ctxOf(formerStaff));
    await database.db.update(users).set(change).where(eq(users.id, formerStaff.id));
    await makeNextExport(system(), { lastTry: false });
    expect(await rowOf(theirs)).toMatchObject({ state: "failed", uploadKey: null });
  }
});

test("gives up an export that is still unfinished after hours", async () => {
  const id = await request(ctxOf(owner));
  expect(await claimExport(system({ now: TEST_NOW + DAY }))).toBeNull();
  expect(await rowOf(id)).toMatchObject({ state: "failed" });
});

test("deletes exports and their files after 30 days", async () => {
  const id = await request(ctxOf(owner));
  await makeNextExport(system(), { lastTry: false });
  const { key } = (await findExport(ctxOf(owner), id)).file!;
  expect(await deleteOldExports(system({ now: TEST_NOW + 29 * DAY }))).toBe(0);
  expect(await sweepUploads(system({ now: TEST_NOW + 29 * DAY }))).toBe(0);
  expect(await deleteOldExports(system({ now: TEST_NOW + 31 * DAY }))).toBe(1);
  expect(files.objects.has(key)).toBe(false);
  expect(await database.db.select().from(uploads)).toEqual([]);
  await expect(findExport(ctxOf(owner), id)).rejects.toThrow(NotFound);
});
