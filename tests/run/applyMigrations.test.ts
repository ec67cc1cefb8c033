import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { expect, onTestFinished, test } from "vitest";
import { applyMigrations } from "../../scripts/local/applyMigrations";

async function anEmptyDatabase() {
  const miniflare = new Miniflare({
    cf: false,
    modules: true,
    script: "export default { fetch() { return new Response() } }",
    d1Databases: ["DB"],
  });
  onTestFinished(() => miniflare.dispose());
  return (await miniflare.getD1Database("DB")) as unknown as D1Database;
}

const namesOf = async (database: D1Database) =>
  (await database.prepare("select name from d1_migrations order by id").all<{ name: string }>()).results.map(
    ({ name }) => name,
  );

test("the project's migrations are applied once, in order, and recorded as wrangler records them", async () => {
  const database = await anEmptyDatabase();
  const applied = await applyMigrations(database);
  expect(applied[0]).toBe("0000_foundation.sql");
  expect(applied).toEqual([...applied].sort());
  expect(await namesOf(database)).toEqual(applied);
  expect(await applyMigrations(database)).toEqual([]);
  await database.prepare("select count(*) from visits").first();
});

test("a migration that fails leaves nothing of itself behind, and is tried again", async () => {
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
