import { type GetColumnData, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/**
 * Gives a column its own name. Needed when a select joins tables that share a column name: D1 returns batch rows as
 * objects, where two equal names become one.
 */
export const named = <Column extends SQLiteColumn>(column: Column, alias: string) =>
  sql`${column}`.mapWith(column).as(alias) as SQL.Aliased<GetColumnData<Column, "query">>;
