import { generateSQLiteDrizzleJson, generateSQLiteMigration } from "drizzle-kit/api";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as schema from "~db/schema";
import { openEmptyDatabase, openTestDatabase, type TestDatabase } from "./support/database";

let migrated: TestDatabase;
let declared: Awaited<ReturnType<typeof openEmptyDatabase>>;

beforeAll(async () => {
  migrated = await openTestDatabase();
  declared = await openEmptyDatabase();
  const empty = await generateSQLiteDrizzleJson({}, undefined, "snake_case");
  const now = await generateSQLiteDrizzleJson(schema, empty.id, "snake_case");
  const statements = await generateSQLiteMigration(empty, now);
  await declared.binding.batch(statements.map((statement) => declared.binding.prepare(statement)));
});
afterAll(async () => {
  await migrated.dispose();
  await declared.dispose();
});

interface Column {
  name: string;
  type: string;
  notnull: number;
  dflt_value: string | null;
  pk: number;
}

/** Tables with columns and references, and indexes with their terms, in a fixed order. */
async function shapeOf(db: D1Database) {
  const rows = async <T>(query: string) => (await db.prepare(query).all<T>()).results;
  const objects = await rows<{ type: string; name: string; tbl_name: string; sql: string | null }>(
    "select type, name, tbl_name, sql from sqlite_master where type in ('table', 'index') and name not like 'sqlite%' and name not like '\\_%' escape '\\' order by name",
  );
  const tables: Record<string, { columns: Column[]; references: string[] }> = {};
  for (const { name } of objects.filter((object) => object.type === "table")) {
    const columns = await rows<Column>(
      `select name, type, "notnull", dflt_value, pk from pragma_table_info('${name}') order by name`,
    );
    const references = await rows<{ from: string; table: string; to: string; on_delete: string }>(
      `select "from", "table", "to", on_delete from pragma_foreign_key_list('${name}')`,
    );
    tables[name] = {
      columns,
      references: references.map((one) => `${one.from} -> ${one.table}.${one.to} ${one.on_delete}`).sort(),
    };
  }
  const indexes = objects
    .filter((object) => object.type === "index")
    .map(({ name, sql }) => ({ name, sql: sql?.replace(/[`"]/g, "").replace(/\s+/g, " ").toLowerCase() }));
  return { tables, indexes };
}

test("the migrations create the tables and indexes that the schema declares", async () => {
  const [made, wanted] = [await shapeOf(migrated.binding), await shapeOf(declared.binding)];
  expect(Object.keys(wanted.tables).length).toBeGreaterThan(15);
  expect(Object.keys(made.tables)).toEqual(Object.keys(wanted.tables));
  expect(made.tables).toEqual(wanted.tables);
  expect(made.indexes).toEqual(wanted.indexes);
});

test("reports a column that only the schema has", async () => {
  await declared.binding.prepare("alter table users add column nickname text").run();
  expect((await shapeOf(migrated.binding)).tables).not.toEqual((await shapeOf(declared.binding)).tables);
});
