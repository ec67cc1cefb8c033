import { createHash } from "node:crypto";
import { getTableColumns, sql } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/sqlite-core";
import { unzipSync } from "fflate";
import papaparse from "papaparse";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ActorUser, Context } from "~/domain/context";
import { Forbidden, NotFound } from "~/domain/errors";
import { tablesOfEverything } from "~/domain/exports/exportedTables";
import { findEverything } from "~/domain/exports/findEverything";
import { findExport } from "~/domain/exports/findExport";
import { requestEverything } from "~/domain/exports/requestEverything";
import { ALL_DATA, notificationTarget } from "~/domain/notifications/notificationTarget";
import { SETUP_TOKEN } from "~/domain/setup/setUpToken";
import { makeNextExport } from "~/exports/makeNextExport";
import {
  exports,
  notifications,
  outbox,
  payeeDetails,
  sessions,
  settings,
  signInLinks,
  twoFactors,
  uploads,
  users,
} from "~db/schema";
import { openTestDatabase, type TestDatabase } from "../support/database";
import { aCustomer, anOrder, aStaffMember } from "../support/factories";
import { actingAs, actingSystem, memoryFiles, TEST_NOW, testContext } from "../support/testContext";

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
  owner = await aStaffMember(database.db, { privileges: "SuperAdmin" });
});

const ctxOf = (user: ActorUser, overrides: Partial<Context> = {}) =>
  testContext(database.db, actingAs(user), { files, ...overrides });
const system = () => testContext(database.db, actingSystem, { files });

type Files = Record<string, Uint8Array>;
const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
const rowsOf = (zip: Files, name: string) =>
  papaparse.parse<Record<string, string>>(textOf(zip[name]).replace("\ufeff", ""), {
    header: true,
    skipEmptyLines: true,
  }).data;
interface Manifest {
  part: number;
  last: boolean;
  leftOut: Record<string, string>;
  files: { name: string; sha256: string; rows?: number }[];
}
const manifestOf = (zip: Files) => JSON.parse(textOf(zip["manifest.json"])) as Manifest;

/** Runs the queue until nothing waits. Returns the parts' zips in their order. */
async function exportAll(budget?: { reads: number; bytes: number }): Promise<Files[]> {
  await requestEverything(ctxOf(owner));
  for (let runs = 0; runs < 200; runs++) {
    const parts = await findEverything(ctxOf(owner));
    if (parts.every(({ state }) => state === "ready"))
      return parts.map(({ file }) => unzipSync(files.objects.get(file!.key)!));
    await makeNextExport(system(), { lastTry: false, budget });
  }
  throw new Error("The export does not end");
}

async function aFile(name: string, text: string) {
  const key = name.padEnd(22, "0");
  const bytes = new TextEncoder().encode(text);
  await database.db.insert(uploads).values({
    key,
    kind: "order",
    fileName: name,
    contentType: "text/plain",
    size: bytes.byteLength,
    ownerId: owner.id,
    createdAt: TEST_NOW,
    storedAt: TEST_NOW,
  });
  await files.put(key, bytes, "text/plain");
  return key;
}

test("puts tables, files and a manifest of hashes into one zip", async () => {
  const client = await aCustomer(database.db);
  const order = await anOrder(database.db, { clientId: client.id, serviceName: "=Links" });
  const key = await aFile("brief.txt", "Write about bread");
  const [zip, ...more] = await exportAll();
  expect(more).toEqual([]);
  expect(rowsOf(zip!, "data/orders.csv")).toMatchObject([{ id: order.id, serviceName: "'=Links" }]);
  expect(
    rowsOf(zip!, "data/users.csv")
      .map(({ id }) => id)
      .sort(),
  ).toEqual([client.id, owner.id].sort());
  expect(textOf(zip![`files/${key}-brief.txt`])).toBe("Write about bread");
  const manifest = manifestOf(zip!);
  expect(manifest).toMatchObject({ part: 1, last: true, leftOut: { sessions: "It lets people in" } });
  for (const { name, sha256 } of manifest.files)
    expect(createHash("sha256").update(zip![name]!).digest("hex"), name).toBe(sha256);
  expect(manifest.files.map(({ name }) => name)).toEqual(
    Object.keys(zip!).filter((name) => !["README.txt", "manifest.json"].includes(name)),
  );
  expect(manifest.files.find(({ name }) => name === "data/orders.csv")?.rows).toBe(1);
});

test("notifies and mails the owner once, after the last part", async () => {
  await aFile("a.txt", "a");
  const parts = await exportAll({ reads: 20, bytes: 1_000_000 });
  expect(parts.length).toBeGreaterThan(2);
  expect(await database.db.select().from(notifications)).toMatchObject([
    { userId: owner.id, type: "EXPORT", typeSystemId: ALL_DATA },
  ]);
  expect(notificationTarget({ type: "EXPORT", typeSystemId: ALL_DATA, thread: null }, true)).toBe("/settings/data");
  const mails = (await database.db.select().from(outbox)).filter(({ kind }) => kind === "email");
  expect(mails.filter(({ dedupeKey }) => dedupeKey.startsWith("email:export:"))).toHaveLength(1);
});

test("holds each row and file exactly once over many parts", async () => {
  const keys = Array.from({ length: 1_100 }, (_, n) => `row${n}`.padEnd(22, "x"));
  await database.db.run(sql`insert into uploads (key, kind, file_name, content_type, size, created_at)
    select value, 'order', 'f.txt', 'text/plain', 1, ${TEST_NOW} from json_each(${JSON.stringify(keys)})`);
  const stored: string[] = [];
  for (let n = 0; n < 7; n++) stored.push(await aFile(`file${n}.txt`, `content ${n}`));
  const parts = await exportAll({ reads: 3, bytes: 1_000_000 });
  const tables = parts.flatMap((zip) => Object.keys(zip).filter((name) => /^data\/uploads(-\d+)?\.csv$/.test(name)));
  expect(tables.length).toBeGreaterThan(1);
  const exported = parts.flatMap((zip) =>
    Object.keys(zip).flatMap((name) => (tables.includes(name) ? rowsOf(zip, name).map(({ key }) => key) : [])),
  );
  expect(exported.sort()).toEqual([...keys, ...stored].sort());
  const names = parts.flatMap((zip) => Object.keys(zip).filter((name) => name.startsWith("files/")));
  expect(names.sort()).toEqual(stored.map((key, n) => `files/${key}-file${n}.txt`).sort());
  const first = new Set(parts.flatMap((zip) => Object.keys(zip)));
  for (const { name } of tablesOfEverything()) expect(first).toContain(`data/${name}.csv`);
  expect(parts.map((zip) => manifestOf(zip).last)).toEqual([...parts.slice(1).map(() => false), true]);
});

test("holds no secret of any table", async () => {
  const client = await aCustomer(database.db);
  const secret = (n: number) => `PLANTED-${n}`;
  const at = { createdAt: TEST_NOW, expiresAt: TEST_NOW };
  await database.db.update(users).set({ passwordHash: secret(1) });
  await database.db.insert(sessions).values({
    id: "01SESSION",
    userId: client.id,
    kind: "browser",
    secretHash: secret(2),
    address: "",
    userAgent: "",
    ...at,
    lastSeenAt: TEST_NOW,
    accessExpiresAt: TEST_NOW,
    rotatedAt: TEST_NOW,
  } as never);
  await database.db.insert(signInLinks).values({ tokenHash: secret(3), userId: client.id, redirectTo: "/", ...at });
  await database.db.insert(twoFactors).values({ userId: client.id, secret: secret(4), createdAt: TEST_NOW } as never);
  await database.db.insert(payeeDetails).values({ userId: client.id, sealed: secret(5), updatedAt: TEST_NOW } as never);
  await database.db
    .insert(settings)
    .values({ key: SETUP_TOKEN, value: { hash: secret(6) }, version: 1, updatedAt: TEST_NOW });
  const parts = await exportAll();
  const all = parts.flatMap((zip) => Object.values(zip).map(textOf)).join("\n");
  expect(all).toContain(client.id);
  expect(all.match(/PLANTED-\d/g)).toBeNull();
});

/** Columns whose name sounds like a secret and that hold none: each was looked at. */
const harmless = [
  // Keys of files, which are served by the right to read them.
  ...["users.photoKey", "services.imageKey", "services.templateKey", "intake_fields.imageKey", "orders.uploadKey"],
  ...["order_reports.uploadKey", "announcements.imageKey", "creatives.uploadKey", "uploads.key"],
  // Hashes of looked-at pages, which prove that no look was taken out.
  ...["placements.contentKey", "placements.checkHash"],
  ...["link_checks.evidenceKey", "link_checks.prevHash", "link_checks.hash"],
  // Codes that people read.
  ...["users.zipCode", "users.affiliateCode", "orders.couponCode", "billing_cycles.lastFailureCode", "coupons.code"],
  ...["attributions.affiliateCode", "affiliate_codes.code", "visits.affiliateCode"],
  // The name of a page of the settings.
  "settings.key",
];

test("exports no column that sounds like a secret", () => {
  const suspicious = tablesOfEverything().flatMap(({ name, table, without }) =>
    Object.keys(getTableColumns(table))
      .filter((column) => !without.includes(column) && /hash|secret|token|sealed|password|key|code|mac/i.test(column))
      .map((column) => `${name}.${column}`),
  );
  expect(suspicious.sort()).toEqual([...harmless].sort());
});

test("reads every table by its whole primary key", () => {
  for (const { name, table, without } of tablesOfEverything()) {
    const { primaryKeys, columns } = getTableConfig(table);
    const keys = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
    expect(keys.length, name).toBeGreaterThan(0);
    const shown = Object.entries(getTableColumns(table)).filter(([column]) => !without.includes(column));
    for (const key of keys)
      expect(
        shown.some(([, column]) => column === key),
        name,
      ).toBe(true);
  }
});

test("starts no second export while one is under way", async () => {
  await requestEverything(ctxOf(owner));
  await requestEverything(ctxOf(owner));
  expect(await database.db.select().from(exports)).toHaveLength(1);
});

test("is for super admins, and each sees their own", async () => {
  await exportAll();
  const [part] = await findEverything(ctxOf(owner));
  for (const privileges of ["Admin", "Manager"] as const)
    await expect(requestEverything(ctxOf(await aStaffMember(database.db, { privileges })))).rejects.toThrow(Forbidden);
  const other = await aStaffMember(database.db, { privileges: "SuperAdmin" });
  expect(await findEverything(ctxOf(other))).toEqual([]);
  await expect(findExport(ctxOf(other), part!.id)).rejects.toThrow(NotFound);
  await expect(findExport(ctxOf({ ...owner, privileges: "Admin" }), part!.id)).rejects.toThrow(NotFound);
});

test("a part that fails for good says so and starts none after it", async () => {
  await requestEverything(ctxOf(owner));
  const broken = { ...files, putStream: () => Promise.reject(new Error("The store is down")) };
  await makeNextExport(testContext(database.db, actingSystem, { files: broken }), { lastTry: true });
  expect(await findEverything(ctxOf(owner))).toMatchObject([{ part: 1, state: "failed", file: null }]);
});
