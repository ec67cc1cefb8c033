import { copyFileSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { applyMigrations } from "../../scripts/local/applyMigrations";
import { openEmptyDatabase } from "../support/database";

async function anEmptyDatabase() {
  const { binding, dispose } = await openEmptyDatabase();
  onTestFinished(dispose);
  return binding;
}

const namesOf = async (database: D1Database) =>
  (await database.prepare("select name from d1_migrations order by id").all<{ name: string }>()).results.map(
    ({ name }) => name,
  );

test("applies migrations once, in order, and records them like wrangler", async () => {
  const database = await anEmptyDatabase();
  const applied = await applyMigrations(database);
  expect(applied[0]).toBe("0000_foundation.sql");
  expect(applied).toEqual([...applied].sort());
  expect(await namesOf(database)).toEqual(applied);
  expect(await applyMigrations(database)).toEqual([]);
  await database.prepare("select count(*) from visits").first();
});

test("a failed migration rolls back and is retried", async () => {
  const database = await anEmptyDatabase();
  const folder = mkdtempSync(join(tmpdir(), "migrations-"));
  writeFileSync(join(folder, "0000_sound.sql"), "create table a (id text);");
  writeFileSync(
    join(folder, "0001_broken.sql"),
    "create table b (id text);\n--> statement-breakpoint\ninsert into missing values (1);",
  );
  await expect(applyMigrations(database, folder)).rejects.toThrow(/missing/);
  expect(await namesOf(database)).toEqual(["0000_sound.sql"]);
  writeFileSync(join(folder, "0001_broken.sql"), "create table b (id text);");
  expect(await applyMigrations(database, folder)).toEqual(["0001_broken.sql"]);
});

const aMigrationFolder = () => mkdtempSync(join(tmpdir(), "migrations-"));

/** The SQL of tables, indexes and triggers. */
const schemaOf = async (database: D1Database) =>
  (
    await database
      .prepare("select type, name, sql from sqlite_master where name not like '\\_cf%' escape '\\' order by type, name")
      .all()
  ).results;

/** Today's migrations before this name. */
function migrationsBefore(end: string) {
  const folder = aMigrationFolder();
  for (const name of readdirSync("migrations"))
    if (name.endsWith(".sql") && name < end) copyFileSync(join("migrations", name), join(folder, name));
  return folder;
}

test.each([
  [
    "0016_deletion_indexes.sql",
    () => {
      const folder = migrationsBefore("0016");
      const indexes = readFileSync("migrations/0016_job_indexes.sql", "utf8").split("\n");
      const earlier = indexes.filter((line) => !/billing_cycles_unpaid|refunds_pending/.test(line));
      writeFileSync(join(folder, "0016_deletion_indexes.sql"), earlier.join("\n"));
      return folder;
    },
  ],
  [
    "0006_clients.sql",
    () => {
      const folder = migrationsBefore("0006");
      copyFileSync("migrations/0007_clients.sql", join(folder, "0006_clients.sql"));
      return folder;
    },
  ],
])("a database that has %s gets today's schema", async (former, before) => {
  const database = await anEmptyDatabase();
  await applyMigrations(database, before());
  expect(await namesOf(database)).toContain(former);
  await applyMigrations(database);
  expect((await namesOf(database)).sort()).toEqual(readdirSync("migrations").filter((name) => name.endsWith(".sql")));
  expect(await applyMigrations(database)).toEqual([]);
  const fresh = await anEmptyDatabase();
  await applyMigrations(fresh);
  expect(await schemaOf(database)).toEqual(await schemaOf(fresh));
});

test("refuses a database of a newer version without changing it", async () => {
  const database = await anEmptyDatabase();
  await applyMigrations(database, migrationsBefore("0003"));
  await database.prepare("insert into d1_migrations(name) values ('9999_later.sql')").run();
  const before = await schemaOf(database);
  await expect(applyMigrations(database)).rejects.toThrow(/9999_later\.sql, which this version does not know/);
  expect(await schemaOf(database)).toEqual(before);
});
