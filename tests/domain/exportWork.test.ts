import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ActorUser, Context } from "~/domain/context";
import { NotFound } from "~/domain/errors";
import { deleteOldExports } from "~/domain/exports/deleteOldExports";
import { announceWaitingExports, claimExport, exportProgress } from "~/domain/exports/exportWork";
import { findExport } from "~/domain/exports/findExport";
import { requestExport } from "~/domain/exports/requestExport";
import { sweepUploads } from "~/domain/uploads/sweepUploads";
import { makeNextExport } from "~/exports/makeNextExport";
import { serveFile } from "~/files/serveFile";
import { openDb, PreconditionFailed } from "~db/client.server";
import { countStatements, newStatementCount } from "~db/countStatements.server";
import { exports, notifications, uploads, users } from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aStaffMember } from "../support/factories";
import { failingBinding } from "../support/failingDatabase";
import { readSheet } from "../support/readSheet";
import { actingAs, actingSystem, anonymous, memoryFiles, TEST_NOW, testContext } from "../support/testContext";

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
  owner = await aStaffMember(database.db, { privileges: "Manager" });
  const client = await aCustomer(database.db);
  for (const [n, status] of (["Working", "Working", "Active"] as const).entries())
    await anOrder(database.db, { clientId: client.id, status, createdAt: TEST_NOW - n, serviceName: `Service ${n}` });
});

const ctxOf = (user: ActorUser, overrides: Partial<Context> = {}) =>
  testContext(database.db, actingAs(user), { files, ...overrides });
const system = (overrides: Partial<Context> = {}) => testContext(database.db, actingSystem, { files, ...overrides });
const exportInput = { kind: "orders" as const, search: { status: ["Working"] }, rowsTotal: 2 };
const rowOf = async (id: string) => (await database.db.select().from(exports).where(eq(exports.id, id)).get())!;
const fileOf = async (id: string) => readSheet(files.objects.get((await rowOf(id)).uploadKey!)!);

test("creates an export, notifies its owner and offers the file", async () => {
  let wakeups = 0;
  const ctx = ctxOf(owner, {
    publish: { ...testContext(database.db, actingSystem).publish, exportsWaiting: async () => void wakeups++ },
  });
  const id = await requestExport(ctx, exportInput);
  expect(await requestExport(ctx, exportInput)).toBe(id);
  expect(wakeups).toBe(2);
  expect(await findExport(ctx, id)).toEqual({
    id,
    kind: "orders",
    from: "/orders",
    state: "waiting",
    rowsDone: 0,
    rowsTotal: 2,
    file: null,
  });
  await makeNextExport(system(), { lastTry: false });
  const done = await findExport(ctx, id);
  expect(done).toMatchObject({
    state: "ready",
    rowsDone: 2,
    file: { name: "Orders-20261121-120000.xlsx", size: files.objects.get(done.file!.key)!.byteLength },
  });
  expect((await fileOf(id)).map((row) => row[0])).toEqual(["Service Details", "Service 0", "Service 1"]);
  expect(await database.db.select().from(notifications)).toMatchObject([
    {
      userId: owner.id,
      type: "EXPORT",
      typeSystemId: done.file!.key,
      description: "Your export Orders-20261121-120000.xlsx is ready: 2 rows",
    },
  ]);
  // A later request makes another export, and each user's exports are separate.
  const second = await requestExport(ctx, exportInput);
  const other = ctxOf(await aStaffMember(database.db));
  const theirs = await requestExport(other, exportInput);
  expect(new Set([id, second, theirs]).size).toBe(3);
  expect(await findExport(other, theirs)).toMatchObject({ state: "waiting" });
});

test("only the owner sees an export and its file", async () => {
  const id = await requestExport(ctxOf(owner), exportInput);
  await makeNextExport(system(), { lastTry: false });
  const { key } = (await findExport(ctxOf(owner), id)).file!;
  const request = new Request(`http://localhost:8788/files/${key}`);
  const served = await serveFile(ctxOf(owner), key, request);
  expect(served.status).toBe(200);
  expect(served.headers.get("Content-Disposition")).toContain('attachment; filename="Orders-20261121-120000.xlsx"');
  expect(served.headers.get("Cache-Control")).toBe("private, no-store");
  for (const privileges of ["SuperAdmin", "Admin", "Manager"] as const) {
    const other = ctxOf(await aStaffMember(database.db, { privileges }));
    await expect(findExport(other, id)).rejects.toThrow(NotFound);
    expect((await serveFile(other, key, request)).status).toBe(404);
  }
  const customer = ctxOf(await aCustomer(database.db));
  await expect(findExport(customer, id)).rejects.toThrow(NotFound);
  for (const ctx of [customer, testContext(database.db, anonymous, { files })])
    expect((await serveFile(ctx, key, request)).status).toBe(404);
});

test("a demoted owner can no longer read their export", async () => {
  const admin = await aStaffMember(database.db, { privileges: "Admin" });
  const report = { kind: "report-agents" as const, search: {}, rowsTotal: 0 };
  const id = await requestExport(ctxOf(admin), report);
  await makeNextExport(system(), { lastTry: false });
  const { key } = (await findExport(ctxOf(admin), id)).file!;
  const request = new Request(`http://localhost:8788/files/${key}`);
  expect((await serveFile(ctxOf(admin), key, request)).status).toBe(200);
  const demoted: ActorUser = { ...admin, privileges: "Manager" };
  await expect(findExport(ctxOf(demoted), id)).rejects.toThrow(NotFound);
  expect((await serveFile(ctxOf(demoted), key, request)).status).toBe(404);
});

test("takes over a killed consumer's export after its lease", async () => {
  const id = await requestExport(ctxOf(owner), exportInput);
  const first = (await claimExport(system()))!;
  expect(first.id).toBe(id);
  const working = await exportProgress(system(), first, 1);
  expect(await rowOf(id)).toMatchObject({ state: "working", rowsDone: 1 });
  expect(await claimExport(system({ now: TEST_NOW + MINUTE }))).toBeNull();
  expect(await announceWaitingExports(system({ now: TEST_NOW + MINUTE }))).toBe(false);
  const later = system({ now: TEST_NOW + 3 * MINUTE });
  expect(await announceWaitingExports(later)).toBe(true);
  await makeNextExport(later, { lastTry: false });
  expect(await rowOf(id)).toMatchObject({ state: "ready", rowsDone: 2 });
  await expect(exportProgress(later, working, 2)).rejects.toThrow(PreconditionFailed);
  expect(await fileOf(id)).toHaveLength(3);
  expect(await database.db.select().from(notifications)).toHaveLength(1);
});

test("two concurrent consumers make an export once", async () => {
  const id = await requestExport(ctxOf(owner), exportInput);
  await Promise.all([makeNextExport(system(), { lastTry: false }), makeNextExport(system(), { lastTry: false })]);
  expect(await rowOf(id)).toMatchObject({ state: "ready" });
  expect(await database.db.select().from(uploads)).toHaveLength(1);
});

test("wakes the queue after an export while more are waiting", async () => {
  let wakeups = 0;
  const publish = { ...system().publish, exportsWaiting: async () => void wakeups++ };
  const first = await requestExport(ctxOf(owner), exportInput);
  const second = await requestExport(ctxOf(owner, { now: TEST_NOW + 1 }), { ...exportInput, search: {} });
  await makeNextExport(system({ publish }), { lastTry: false });
  expect([(await rowOf(first)).state, (await rowOf(second)).state, wakeups]).toEqual(["ready", "waiting", 1]);
  await makeNextExport(system({ publish }), { lastTry: false });
  expect([(await rowOf(second)).state, wakeups]).toEqual(["ready", 1]);
});

test("exports a million visits within the statement limit", async () => {
  const statementsFor = async (visits: number) => {
    await database.binding.prepare("delete from visits").run();
    await database.binding
      .prepare(
        `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${visits})
        insert into visits (id, affiliate_code, landing_path, referrer, user_agent, bot, created_at)
        select printf('V%025d', i), 'NOBODY', '/', '', '', 0, ${TEST_NOW} + i from n`,
      )
      .run();
    const id = await requestExport(ctxOf(owner), { kind: "trafficLogs", search: {}, rowsTotal: visits });
    const count = newStatementCount();
    await makeNextExport(system({ db: openDb(countStatements(database.binding, count)) }), { lastTry: false });
    expect(await rowOf(id)).toMatchObject({ state: "ready", rowsDone: visits });
    return count.statements;
  };
  const some = await statementsFor(20_000);
  const perMore = (await statementsFor(40_000)) - some;
  expect(some + 49 * perMore).toBeLessThan(1_000);
}, 120_000);

test("completes on retry after a database fault at any statement", async () => {
  for (let k = 1, reached = true; reached; k++) {
    await database.db.delete(notifications);
    await database.db.delete(exports);
    await database.db.delete(uploads);
    const id = await requestExport(ctxOf(owner), exportInput);
    const failing = failingBinding(database.binding, k);
    const failed = await makeNextExport(system({ db: openDb(failing.binding) }), { lastTry: false }).then(
      () => false,
      () => true,
    );
    reached = failing.reached();
    const row = await rowOf(id);
    if (row.state !== "ready") expect(row.uploadKey, `statement ${k}`).toBeNull();
    // Released immediately, or when its lease expires if the release failed too.
    await makeNextExport(system({ now: TEST_NOW + 5 * MINUTE }), { lastTry: false });
    expect(await rowOf(id), `statement ${k}`).toMatchObject({ state: "ready", rowsDone: 2 });
    expect(await fileOf(id)).toHaveLength(3);
    expect(await database.db.select().from(notifications), `statement ${k}`).toHaveLength(1);
    expect(failed || !reached || row.state === "ready", `statement ${k}`).toBe(true);
  }
}, 240_000);

test("fails for good after the last try or when the owner lost access", async () => {
  const id = await requestExport(ctxOf(owner), exportInput);
  const broken = { ...files, putStream: () => Promise.reject(new Error("R2 is down")) };
  await expect(makeNextExport(system({ files: broken }), { lastTry: false })).rejects.toThrow("R2 is down");
  expect(await rowOf(id)).toMatchObject({ state: "waiting" });
  await makeNextExport(system({ files: broken }), { lastTry: true });
  expect(await findExport(ctxOf(owner), id)).toMatchObject({ state: "failed", file: null });
  // The sweep deletes the partial files.
  expect(await sweepUploads(system({ now: TEST_NOW + 2 * DAY }))).toBe(2);

  for (const change of [{ deletedAt: TEST_NOW }, { role: "CUSTOMER" as const, privileges: null }]) {
    const formerStaff = await aStaffMember(database.db);
    const theirs = await requestExport(ctxOf(formerStaff), exportInput);
    await database.db.update(users).set(change).where(eq(users.id, formerStaff.id));
    await makeNextExport(system(), { lastTry: false });
    expect(await rowOf(theirs)).toMatchObject({ state: "failed", uploadKey: null });
  }
});

test("gives up an export that is still unfinished after hours", async () => {
  const id = await requestExport(ctxOf(owner), exportInput);
  expect(await claimExport(system({ now: TEST_NOW + DAY }))).toBeNull();
  expect(await rowOf(id)).toMatchObject({ state: "failed" });
});

test("deletes exports and their files after 30 days", async () => {
  const id = await requestExport(ctxOf(owner), exportInput);
  await makeNextExport(system(), { lastTry: false });
  const { key } = (await findExport(ctxOf(owner), id)).file!;
  expect(await deleteOldExports(system({ now: TEST_NOW + 29 * DAY }))).toBe(0);
  expect(await sweepUploads(system({ now: TEST_NOW + 29 * DAY }))).toBe(0);
  expect(await deleteOldExports(system({ now: TEST_NOW + 31 * DAY }))).toBe(1);
  expect(files.objects.has(key)).toBe(false);
  expect(await database.db.select().from(uploads)).toEqual([]);
  await expect(findExport(ctxOf(owner), id)).rejects.toThrow(NotFound);
});
