import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { eq } from "drizzle-orm";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "~/domain/accounts/signIn";
import type { ActorUser } from "~/domain/context";
import { findOrders } from "~/domain/orders/findOrders";
import { orderDetails } from "~/domain/orders/orderDetails";
import { orderList } from "~/domain/orders/orderList";
import { updateOrder } from "~/domain/orders/updateOrder";
import { listFromBody, pagedRequest } from "~/list/listFromBody";
import { openDb } from "~db/client.server";
import { users } from "~db/schema";
import { applyMigrations } from "../../scripts/local/applyMigrations";
import { runSeed, seedWorker } from "../../scripts/local/seedState";
import { SEEDED_PASSWORD } from "../support/runningPortal";
import { actingAs, anonymous, TEST_NOW, testContext } from "../support/testContext";

const run = promisify(execFile);
const folders: string[] = [];

/** A project folder for `wrangler`: its configuration and its local database. */
function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), "backup-"));
  folders.push(folder);
  writeFileSync(
    join(folder, "wrangler.toml"),
    'name = "portal"\ncompatibility_date = "2026-04-24"\n[[d1_databases]]\nbinding = "DB"\ndatabase_name = "portal"\ndatabase_id = "portal"\n',
  );
  const databases = join(folder, ".wrangler/state/v3/d1");
  mkdirSync(databases, { recursive: true });
  return { folder, databases };
}

/** Opens the database of a folder until `close`; only one process may open it at a time. */
async function openDatabase(databases: string) {
  const miniflare = new Miniflare({ cf: false, workers: [await seedWorker()], d1Persist: databases });
  const binding = (await miniflare.getD1Database("DB")) as unknown as D1Database;
  return { miniflare, binding, close: () => miniflare.dispose() };
}

/** The commands of docs/deploy.md on the local instead of the remote database. */
const wrangler = (cwd: string, ...args: string[]) =>
  run(resolve("node_modules/.bin/wrangler"), ["d1", ...args, "--local"], {
    cwd,
    // It prints every statement that it ran.
    maxBuffer: 256 * 1024 * 1024,
    env: { ...process.env, CI: "1", WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true" },
  });

type Row = Record<string, unknown>;
const all = async (binding: D1Database, query: string) => (await binding.prepare(query).all<Row>()).results;

const tablesOf = async (binding: D1Database) =>
  (
    await all(
      binding,
      "select name from sqlite_master where type = 'table' and name not like 'sqlite%' and name not like '\\_cf%' escape '\\' order by name",
    )
  ).map(({ name }) => String(name));

/** The SQL of tables, indexes and triggers. */
const schemaOf = (binding: D1Database) =>
  all(
    binding,
    "select type, name, tbl_name, sql from sqlite_master where name not like 'sqlite%' and name not like '\\_cf%' escape '\\' order by type, name",
  );

async function contentsOf(binding: D1Database) {
  const contents: Record<string, Row[]> = {};
  for (const table of await tablesOf(binding))
    contents[table] = (await all(binding, `select * from "${table}"`)).sort((one, other) =>
      JSON.stringify(one) < JSON.stringify(other) ? -1 : 1,
    );
  return contents;
}

let source: { schema: Row[]; contents: Record<string, Row[]>; applied: string[] };
let copy: string;
let restored: Awaited<ReturnType<typeof openDatabase>>;

beforeAll(async () => {
  const from = aFolder();
  const opened = await openDatabase(from.databases);
  const applied = await applyMigrations(opened.binding);
  await runSeed(opened.miniflare, { what: "all", now: TEST_NOW, siteUrl: "http://localhost:8788" });
  source = { applied, schema: await schemaOf(opened.binding), contents: await contentsOf(opened.binding) };
  await opened.close();

  copy = join(from.folder, "copy.sql");
  await wrangler(from.folder, "export", "portal", "--output", copy);
  const to = aFolder();
  const ordered = join(to.folder, "restore.sql");
  await run(process.execPath, ["--import", "tsx", "scripts/restorableCopy.ts", copy, ordered]);
  await wrangler(to.folder, "execute", "portal", "--yes", "--file", ordered);
  restored = await openDatabase(to.databases);
}, 240_000);
afterAll(async () => {
  await restored?.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

test("the copy is SQL that contains every table, index and trigger", () => {
  const sql = readFileSync(copy, "utf8");
  expect(source.applied.length).toBeGreaterThanOrEqual(3);
  expect(source.schema.filter(({ type }) => type === "trigger").length).toBeGreaterThanOrEqual(6);
  for (const { name } of source.schema) expect(sql).toContain(String(name));
});

test("a restore reproduces the schema and rows of every table", async () => {
  expect(await schemaOf(restored.binding)).toEqual(source.schema);
  const contents = await contentsOf(restored.binding);
  const counts = (rows: Record<string, Row[]>) =>
    Object.fromEntries(Object.entries(rows).map(([table, some]) => [table, some.length]));
  expect(counts(contents)).toEqual(counts(source.contents));
  expect(contents.orders?.length).toBeGreaterThan(303);
  for (const table of Object.keys(source.contents)) expect(contents[table]).toEqual(source.contents[table]);
});

test("the restored foreign keys hold and no migration is pending", async () => {
  expect(await all(restored.binding, "pragma foreign_key_check")).toEqual([]);
  expect(await applyMigrations(restored.binding)).toEqual([]);
});

/** The stored counters and a fresh count. */
async function countersAndCounts() {
  const pairs = await Promise.all([
    all(restored.binding, "select scope, status, count from order_counters where count > 0 order by 1, 2"),
    all(
      restored.binding,
      `select 'all' as scope, status, count(*) as count from orders group by 2
       union all select client_id, status, count(*) from orders group by 1, 2 order by 1`,
    ),
  ]);
  return { counters: pairs[0], counted: pairs[1] };
}

test("the portal works on the restored database", async () => {
  const db = openDb(restored.binding);
  const before = await countersAndCounts();
  expect(before.counters).toEqual(before.counted);

  const email = "customer@example.com";
  const session = await signIn(testContext(db, anonymous), { email, password: SEEDED_PASSWORD }, "page");
  const personOf = async (address: string) =>
    (await db.select().from(users).where(eq(users.email, address)).get()) as ActorUser;
  const customer = testContext(db, actingAs(await personOf(email), session.proof.sessionId));
  const query = (body: object) => listFromBody(orderList, pagedRequest.parse(body));
  const own = await findOrders(customer, query({ pageSize: 100 }));
  expect(own.totalElements).toBe(own.content.length);
  expect((await orderDetails(customer, own.content[0]!.id)).view).toBe("customer");

  const staff = testContext(db, actingAs(await personOf("manager@example.com")));
  const working = { filterFields: [{ key: "status", searchOperation: "eq", value: "Working" }] };
  const [order] = (await findOrders(staff, query(working))).content;
  await updateOrder(staff, { id: order!.id, status: "Completed" });
  const after = await orderDetails(staff, order!.id);
  expect(after).toMatchObject({ status: "Completed", completedAt: TEST_NOW });
  const counted = await countersAndCounts();
  expect(counted.counters).toEqual(counted.counted);
  expect(counted.counters).not.toEqual(before.counters);
});
