import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";

interface Written extends SQLiteTable {
  id: SQLiteColumn;
  orderId: SQLiteColumn;
  createdAt: SQLiteColumn;
}

/**
 * Rows of an order that were written before one of its rows; all of them without one. A range of the index that ends
 * with time and id. An unknown row has nothing before it.
 */
export const beforeRow = (table: Written, orderId: string, id: string | null | undefined): SQL | undefined =>
  id
    ? sql`(${table.createdAt}, ${table.id}) < (select later.created_at, later.id from ${table} later where later.id = ${id} and later.order_id = ${orderId})`
    : undefined;
