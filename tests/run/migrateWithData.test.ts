import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { afterAll, expect, test } from "vitest";
import { applyMigrations } from "../../scripts/local/applyMigrations";

const releases = readdirSync("migrations")
  .filter((name) => name.endsWith(".sql"))
  .sort();
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A database with the first `count` migrations, as a release left it. */
async function releaseOf(count: number) {
  const folder = mkdtempSync(join(tmpdir(), "release-"));
  folders.push(folder);
  for (const name of releases.slice(0, count)) copyFileSync(join("migrations", name), join(folder, name));
  const miniflare = new Miniflare({
    cf: false,
    modules: true,
    script: "export default { fetch() { return new Response() } }",
    d1Databases: ["DB"],
  });
  const database = (await miniflare.getD1Database("DB")) as unknown as D1Database;
  await applyMigrations(database, folder);
  return { database, close: () => miniflare.dispose() };
}

type Row = Record<string, unknown>;
const all = async (database: D1Database, query: string) => (await database.prepare(query).all<Row>()).results;
const tablesOf = async (database: D1Database) =>
  (
    await all(
      database,
      "select name from sqlite_master where type = 'table' and name not like 'sqlite%' and name not like '\\_%' escape '\\' and name <> 'd1_migrations' order by name",
    )
  ).map(({ name }) => String(name));
async function rowsOf(database: D1Database, table: string) {
  const columns = await all(database, `pragma table_info("${table}")`);
  return await all(database, `select * from "${table}" order by ${columns.length > 1 ? "1, 2" : "1"}`);
}

/** Two rows in every table that refer to each other; '1' is valid as text, number and JSON. */
async function fill(database: D1Database) {
  const inserts: D1PreparedStatement[] = [];
  for (const table of await tablesOf(database)) {
    const columns = await all(database, `pragma table_info("${table}")`);
    for (const value of [1, 2]) {
      const values = columns.map(({ type }) => (type === "text" || type === "TEXT" ? String(value) : value));
      inserts.push(
        database
          .prepare(
            `insert or ignore into "${table}" (${columns.map(({ name }) => `"${name}"`)}) values (${values.map(() => "?")})`,
          )
          .bind(...values),
      );
    }
  }
  await database.batch([database.prepare("pragma defer_foreign_keys = on"), ...inserts]);
}

/** Maintained by triggers and migrations, so a later release may recount them. */
const isCounter = (table: string) => /_(counters|totals|days)$/.test(table);

test.each(releases.slice(1).map((name, index) => [name, index + 1] as const))(
  "%s and later migrations keep every row of the previous release",
  async (_name, count) => {
    const { database, close } = await releaseOf(count);
    try {
      await fill(database);
      const before = new Map<string, Row[]>();
      for (const table of await tablesOf(database)) before.set(table, await rowsOf(database, table));
      await applyMigrations(database);
      for (const [table, rows] of before) {
        if (isCounter(table)) continue;
        const after = await rowsOf(database, table);
        expect(after, table).toHaveLength(rows.length);
        expect(after, table).toMatchObject(rows);
      }
      expect(await all(database, "pragma foreign_key_check")).toEqual([]);
      expect(await applyMigrations(database)).toEqual([]);
    } finally {
      await close();
    }
  },
);

test("derived data covers rows that are older than its release", async () => {
  const { database, close } = await releaseOf(releases.indexOf("0007_clients.sql"));
  try {
    await fill(database);
    await database.exec("update users set deleted_at = null, role = 'CUSTOMER' where id = '1'");
    await applyMigrations(database);
    expect(await all(database, "select client_id, client_name, client_email from invoices order by id")).toEqual([
      { client_id: "1", client_name: "1 1", client_email: "1" },
      { client_id: "2", client_name: "2 2", client_email: "2" },
    ]);
    expect(await all(database, "select role, count from user_totals")).toEqual([{ role: "CUSTOMER", count: 1 }]);
    expect(await all(database, "select affiliate_id from visits order by id")).toEqual([
      { affiliate_id: "1" },
      { affiliate_id: "2" },
    ]);
    expect(await all(database, "select affiliate_id, visits, bots from visit_totals order by affiliate_id")).toEqual([
      { affiliate_id: "1", visits: 0, bots: 1 },
      { affiliate_id: "2", visits: 0, bots: 2 },
    ]);
    expect(await all(database, "select part, user_id from name_parts order by user_id, part")).toEqual([
      { part: " 1", user_id: "1" },
      { part: "1", user_id: "1" },
      { part: "1 1", user_id: "1" },
      { part: " 2", user_id: "2" },
      { part: "2", user_id: "2" },
      { part: "2 2", user_id: "2" },
    ]);
    expect(await all(database, "select code, affiliate_id from affiliate_codes order by code")).toEqual([
      { code: "1", affiliate_id: "1" },
      { code: "2", affiliate_id: "2" },
    ]);
    expect(await all(database, "select holding_days from affiliate_programme")).toEqual([{ holding_days: 30 }]);
  } finally {
    await close();
  }
});
