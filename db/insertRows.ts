import { getTableColumns, is, type SQL, SQL as SqlClass, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "./client.server";

type Insert<Table extends SQLiteTable> = Table["$inferInsert"];
type ColumnValues<Table extends SQLiteTable> = { [Name in keyof Insert<Table>]: Insert<Table>[Name] | SQL };

/**
 * Inserts what `from` selects, with each column by name: SQL over the rows of `from`, or a value for all of them. A
 * column left out gets its default. The conflict clause, if any, follows; a select before it needs a `where`.
 */
export function insertFrom<Table extends SQLiteTable>(db: Db, table: Table, values: ColumnValues<Table>, from: SQL) {
  // drizzle inserts a select by position, in the table's order.
  const columns = Object.entries(getTableColumns(table)).map(([name, column]) => {
    const value = (values as Record<string, unknown>)[name];
    return is(value, SqlClass) ? value : sql`${driverValue(column, value)}`;
  });
  return db.insert(table).select(sql`select ${sql.join(columns, sql`, `)} ${from}`);
}

/** Inserts rows with one bound value for all of them: a statement takes at most 100. */
export function insertMany<Table extends SQLiteTable>(db: Db, table: Table, rows: readonly Insert<Table>[]) {
  const columns = Object.entries(getTableColumns(table));
  const posted = rows.map((row) =>
    columns.map(([name, column]) => driverValue(column, (row as Record<string, unknown>)[name])),
  );
  const values = columns.map((_, position) => sql.raw(`value ->> ${position}`));
  return db
    .insert(table)
    .select(sql`select ${sql.join(values, sql`, `)} from json_each(${JSON.stringify(posted)}) where true`);
}

/** The value as SQLite stores it, or the column's default. */
function driverValue(column: SQLiteColumn, value: unknown): unknown {
  const stored = value === undefined ? (column.default ?? column.defaultFn?.()) : value;
  return stored === undefined || stored === null ? null : column.mapToDriverValue(stored);
}
