import type { Copy } from "./world";

const TABLES =
  "select name from sqlite_master where type = 'table' and name not like '\\_%' escape '\\' and name not like 'sqlite%'";

/** Every row of every table: what a backup holds. */
export async function copyTables(binding: D1Database): Promise<Copy> {
  const { results } = await binding.prepare(TABLES).all<{ name: string }>();
  const names = results.map(({ name }) => name);
  const rows = await binding.batch<Record<string, unknown>>(
    names.map((name) => binding.prepare(`select * from "${name}"`)),
  );
  return new Map(names.map((name, index) => [name, rows[index]!.results]));
}

let triggers: { name: string; sql: string }[] | undefined;

/** Puts the rows of a copy in the place of all that there are. */
export async function restoreTables(binding: D1Database, copy: Copy): Promise<void> {
  triggers ??= (
    await binding
      .prepare("select name, sql from sqlite_master where type = 'trigger'")
      .all<{ name: string; sql: string }>()
  ).results;
  /** All rows of a table in one statement: a statement costs more than a row. */
  const insert = (table: string, rows: Record<string, unknown>[]) => {
    const columns = Object.keys(rows[0]!);
    const text = `insert into "${table}" (${columns.map((column) => `"${column}"`).join()})
      select ${columns.map((_, at) => `value ->> ${at}`).join()} from json_each(?)`;
    return binding.prepare(text).bind(JSON.stringify(rows.map((row) => Object.values(row))));
  };
  await binding.batch([
    binding.prepare("pragma defer_foreign_keys = on"),
    // They keep counters, which are among the rows.
    ...triggers.map(({ name }) => binding.prepare(`drop trigger "${name}"`)),
    ...[...copy.keys()].map((table) => binding.prepare(`delete from "${table}"`)),
    ...[...copy].filter(([, rows]) => rows.length > 0).map(([table, rows]) => insert(table, rows)),
    ...triggers.map(({ sql }) => binding.prepare(sql)),
  ]);
}
