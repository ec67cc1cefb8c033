import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** True until the moment in the column has passed. Midnight means the whole day (UTC), as people pick dates. */
export const notOver = (column: SQLiteColumn, now: number): SQL =>
  sql`${column} + iif(${column} % 86400000 = 0, 86400000, 1) > ${now}`;
