import { type GetColumnData, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/**
 * A column under a name of its own. Needed wherever a select joins tables that share a column name: D1 answers batches
 * as objects, and two columns of one name become one there.
 */
export const named = <Column extends SQLiteColumn>(column: Column, alias: string) =>
  sql`${column}`.mapWith(column).as(alias) as SQL.Aliased<GetColumnData<Column, "query">>;
