import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** Holds until the moment in the column is past; midnight stands for its whole day (UTC), as a date that people choose. */
export const notOver = (column: SQLiteColumn, now: number): SQL =>
  sql`${column} + iif(${column} % 86400000 = 0, 86400000, 1) > ${now}`;
