import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, id, time, version } from "../columns";
import { users } from "./users";

/** Addresses of lists that staff keep under a name (rules.md lists/views). */
export const savedViews = sqliteTable(
  "saved_views",
  {
    id: id(),
    ownerId: text()
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    nameFolded: text().notNull(),
    /** The path of the list, and its query without a page. */
    list: text().notNull(),
    search: text().notNull(),
    /** Shown to all staff. */
    team: flag().notNull().default(false),
    position: integer().notNull(),
    createdAt: time().notNull(),
    version: version(),
  },
  (t) => [
    uniqueIndex("saved_views_name").on(t.ownerId, t.list, t.nameFolded),
    index("saved_views_team").on(t.team).where(sql`team = 1`),
  ],
);
