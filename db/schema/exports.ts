import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { exportStates, storedExportKinds } from "~/domain/exports/exportKinds";
import { id, json, time } from "../columns";
import { users } from "./users";

/** What the export queue makes, with progress. The files are stored in R2 for their owner. */
export const exports = sqliteTable(
  "exports",
  {
    id: id(),
    ownerId: text()
      .notNull()
      .references(() => users.id),
    kind: text({ enum: storedExportKinds }).notNull(),
    /** The client, or the part of everything. */
    search: json<Record<string, string | string[]>>().notNull(),
    state: text({ enum: exportStates }).notNull(),
    rowsDone: integer().notNull().default(0),
    rowsTotal: integer().notNull().default(0),
    uploadKey: text(),
    createdAt: time().notNull(),
    /** The consumer's lease. After it expires another may take over. */
    leaseUntil: time(),
    finishedAt: time(),
  },
  (t) => [index("exports_owner").on(t.ownerId, t.createdAt, t.id)],
);
