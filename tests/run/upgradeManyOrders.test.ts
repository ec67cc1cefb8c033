import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { applyMigrations } from "../../scripts/local/applyMigrations";
import { addBookedOrders } from "../support/bookedOrders";
import { openEmptyDatabase } from "../support/database";

/** The last migration of the release before tracked links and settings. */
const PREVIOUS = "0034_affiliates_until_paid.sql";
const ORDERS = 100_000;
/** A statement of D1 may take 30 seconds. */
const MAX_MIGRATION_MS = 30_000;

const migrations = readdirSync("migrations")
  .filter((name) => name.endsWith(".sql"))
  .sort();

/** Rows of each table with sums over each of its columns. A lost, doubled or cut value changes them. */
async function sumsOf(database: D1Database, columnsOf: Map<string, string[]>) {
  const sums = new Map<string, object[]>();
  for (const [table, columns] of columnsOf) {
    // One statement each: a result has at most 100 columns.
    const figure = (of: (column: string) => string) =>
      database.prepare(
        `select count(*) as "rows", ${columns.map((name) => `${of(`"${name}"`)} as "${name}"`)} from "${table}"`,
      );
    const answers = await database.batch<object>([
      figure((column) => `count(${column})`),
      figure((column) => `total(length(${column}))`),
      figure((column) => `total(${column})`),
    ]);
    sums.set(
      table,
      answers.map(({ results }) => results[0]!),
    );
  }
  return sums;
}

async function tablesOf(database: D1Database) {
  const { results } = await database
    .prepare(
      `select tables.name as "table", columns.name as "column" from sqlite_master tables, pragma_table_info(tables.name) columns
      where tables.type = 'table' and tables.name not like 'sqlite%' and tables.name not like '\\_%' escape '\\'
        and tables.name <> 'd1_migrations'`,
    )
    .all<{ table: string; column: string }>();
  const columns = new Map<string, string[]>();
  for (const { table, column } of results) columns.set(table, [...(columns.get(table) ?? []), column]);
  return columns;
}

test("an upgrade keeps every row of a portal with 100,000 orders", { timeout: 180_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "release-"));
  const { binding: database, dispose } = await openEmptyDatabase();
  onTestFinished(async () => {
    await dispose();
    rmSync(folder, { recursive: true });
  });
  const add = (name: string) => copyFileSync(join("migrations", name), join(folder, name));
  const newer = migrations.filter((name) => name > PREVIOUS);
  for (const name of migrations.filter((name) => name <= PREVIOUS)) add(name);
  await applyMigrations(database, folder);
  await addBookedOrders({ binding: database }, ORDERS);
  const tables = await tablesOf(database);
  const before = await sumsOf(database, tables);
  expect(before.get("orders")).toMatchObject([{ rows: ORDERS }, {}, {}]);

  const times: [name: string, ms: number][] = [];
  for (const name of newer) {
    add(name);
    const start = performance.now();
    expect(await applyMigrations(database, folder)).toEqual([name]);
    times.push([name, performance.now() - start]);
  }
  console.log(`${ORDERS} orders:\n${times.map(([name, ms]) => `${Math.round(ms)} ms ${name}`).join("\n")}`);

  expect(newer.length).toBeGreaterThan(5);
  for (const [name, ms] of times) expect(ms, name).toBeLessThan(MAX_MIGRATION_MS);
  expect(await sumsOf(database, tables)).toEqual(before);
  expect((await database.prepare("pragma foreign_key_check").all()).results).toEqual([]);
  expect(await applyMigrations(database)).toEqual([]);
});
