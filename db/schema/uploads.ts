import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { time } from "../columns";

/**
 * Written in this order: row, object in R2, `storedAt`. After a crash in between, nothing is shown and the sweep
 * cleans up.
 */
export const uploads = sqliteTable(
  "uploads",
  {
    key: text().primaryKey(),
    kind: text().notNull(),
    fileName: text().notNull(),
    contentType: text().notNull(),
    size: integer().notNull(),
    /** The uploader; null for a signed-out visitor. */
    ownerId: text(),
    createdAt: time().notNull(),
    storedAt: time(),
    /** The record that uses it, e.g. 'order:{id}'. Unattached files are deleted after 24 hours. */
    attachedTo: text(),
  },
  (t) => [
    index("uploads_orphans").on(t.createdAt).where(sql`attached_to is null`),
    index("uploads_attached").on(t.attachedTo),
  ],
);
