import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { exportKinds, exportStates } from "~/domain/exports/exportKinds";
import { id, json, time } from "../columns";
import { users } from "./users";

/** Large exports that a page asked for: made from the queue, shown with their progress, kept in R2 for their owner. */
export const exports = sqliteTable(
  "exports",
  {
    id: id(),
    ownerId: text()
      .notNull()
      .references(() => users.id),
    kind: text({ enum: exportKinds }).notNull(),
    /** The list's address as the owner saw it: filters and sort. */
    search: json<Record<string, string | string[]>>().notNull(),
    state: text({ enum: exportStates }).notNull(),
    rowsDone: integer().notNull().default(0),
    rowsTotal: integer().notNull().default(0),
    uploadKey: text(),
    createdAt: time().notNull(),
    /** While a consumer works on it: past this another may take over. */
    leaseUntil: time(),
    finishedAt: time(),
  },
  (t) => [index("exports_owner").on(t.ownerId, t.createdAt, t.id)],
);
