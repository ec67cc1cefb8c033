import { sql } from "drizzle-orm";
import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, json, time } from "../columns";
import { users } from "./users";

/** One row per request to delete an account. Kept after the erasure, with ids only (rules.md privacy/deletion). */
export const deletionRequests = sqliteTable(
  "deletion_requests",
  {
    id: id(),
    clientId: text()
      .notNull()
      .references(() => users.id),
    /** The client, or the staff member who asked for them. */
    requestedById: text().notNull(),
    requestedAt: time().notNull(),
    /** The erasure begins at the first run after that. */
    dueAt: time().notNull(),
    undoneAt: time(),
    undoneById: text(),
    /** When the account was closed. Nobody can undo it from then on. */
    startedAt: time(),
    /** Steps of the erasure that are finished, by name, so that the next run continues with the others. */
    steps: json<string[]>().notNull().default([]),
    /** When the last personal data was gone; the final mail waits for its delivery alone. */
    erasedAt: time(),
    finishedAt: time(),
  },
  (t) => [
    uniqueIndex("deletion_requests_open").on(t.clientId).where(sql`undone_at is null`),
    index("deletion_requests_due").on(t.dueAt).where(sql`undone_at is null and finished_at is null`),
  ],
);
