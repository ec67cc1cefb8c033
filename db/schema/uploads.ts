import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { time } from "../columns";

/** A row comes first, then the object in R2, then `storedAt`: killed in between, nothing shows and the sweep finds it. */
export const uploads = sqliteTable(
  "uploads",
  {
    key: text().primaryKey(),
    kind: text().notNull(),
    fileName: text().notNull(),
    contentType: text().notNull(),
    size: integer().notNull(),
    /** Who brought it; null for a visitor who is signed out. */
    ownerId: text(),
    createdAt: time().notNull(),
    storedAt: time(),
    /** What uses it, e.g. 'order:{id}'; unattached ones go after 24 hours. */
    attachedTo: text(),
  },
  (t) => [
    index("uploads_orphans").on(t.createdAt).where(sql`attached_to is null`),
    index("uploads_attached").on(t.attachedTo),
  ],
);
