import { sql } from "drizzle-orm";
import { index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AnnouncementAudience } from "~/domain/announcements/announcement";
import type { CreativeStatus } from "~/domain/creatives/creative";
import { flag, id, json, time, version } from "../columns";
import { users } from "./users";

export const announcements = sqliteTable(
  "announcements",
  {
    id: id(),
    name: text().notNull(),
    description: text().notNull(),
    linkUrl: text().notNull(),
    imageKey: text().notNull(),
    visible: flag().notNull(),
    /** Visible between these moments (ms UTC); null means no limit. */
    fromAt: time(),
    untilAt: time(),
    audience: text().$type<AnnouncementAudience>().notNull().default("customers"),
    /** For 'holders': clients with a paid order of one of these services. */
    serviceIds: json<string[]>().notNull().default([]),
    createdAt: time().notNull(),
    deletedAt: time(),
    version: version(),
  },
  (t) => [index("announcements_created").on(t.createdAt, t.id).where(sql`deleted_at is null`)],
);

export const announcementDismissals = sqliteTable(
  "announcement_dismissals",
  {
    announcementId: text()
      .notNull()
      .references(() => announcements.id),
    userId: text()
      .notNull()
      .references(() => users.id),
    createdAt: time().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.announcementId] })],
);

export const creatives = sqliteTable(
  "creatives",
  {
    id: id(),
    name: text().notNull(),
    description: text().notNull().default(""),
    url: text().notNull(),
    /** After this moment (ms UTC) affiliates no longer see it (rules.md creatives/hidden). */
    validUntil: time().notNull(),
    creativeStatus: text().$type<CreativeStatus>().notNull(),
    uploadKey: text(),
    createdAt: time().notNull(),
    deletedAt: time(),
    version: version(),
  },
  (t) => [index("creatives_created").on(t.createdAt, t.id).where(sql`deleted_at is null`)],
);
