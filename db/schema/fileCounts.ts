import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { time } from "../columns";

/** How much the object store holds: one row. A count of many objects goes on in the next run after `lastKey`. */
export const fileCounts = sqliteTable("file_counts", {
  /** Always 1. */
  id: integer().primaryKey(),
  /** Of the last complete count, which ended at `countedAt`; null before the first. */
  files: integer(),
  bytes: integer(),
  countedAt: time(),
  /** Of the count that has begun; null between two counts. */
  lastKey: text(),
  seenFiles: integer().notNull().default(0),
  seenBytes: integer().notNull().default(0),
});
