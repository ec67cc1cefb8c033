import { sqliteTable } from "drizzle-orm/sqlite-core";
import { id, json, time, version } from "../columns";

/**
 * One row per page of the settings, made by its first save, one whose version grows with every save of any page,
 * and until the first super admin exists one with the hash of the set-up token (rules.md settings/pages).
 */
export const settings = sqliteTable("settings", {
  key: id(),
  value: json<unknown>().notNull(),
  version: version(),
  updatedAt: time().notNull(),
});
