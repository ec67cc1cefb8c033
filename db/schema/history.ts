import { sql } from "drizzle-orm";
import { index, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { json, time } from "../columns";

export interface HistoryChange {
  field: string;
  before: string | number | boolean | null;
  after: string | number | boolean | null;
}

export const historyEntities = [
  "order",
  "placement",
  "service",
  "user",
  "session",
  "subscription",
  "webhook",
  "commission",
  "payout",
  "affiliateProgramme",
  "coupon",
  "announcement",
  "creative",
  "savedReply",
  "bookDifference",
  "monitorToken",
  "savedView",
  "tag",
  "settings",
] as const;
export type HistoryEntity = (typeof historyEntities)[number];

/** Who did what to which row, when, with before and after; both people when an admin acts as a customer. */
export const history = sqliteTable(
  "history",
  {
    id: text().notNull(),
    entity: text({ enum: historyEntities }).notNull(),
    entityId: text().notNull(),
    action: text().notNull(),
    /** A user id, or the name of the part of the system that acted. */
    actorId: text().notNull(),
    /** The admin behind an impersonated customer. */
    realActorId: text(),
    changes: json<HistoryChange[]>().notNull(),
    dedupeKey: text(),
    createdAt: time().notNull(),
    /** The posted form that made the change, so that the same form sent again is known (see `FormAct`). */
    formKey: text(),
  },
  (t) => [
    // The table itself is stored by entity, without a rowid: one entry less per write than with an index.
    primaryKey({ columns: [t.entity, t.entityId, t.createdAt, t.id] }),
    uniqueIndex("history_dedupe").on(t.dedupeKey),
    uniqueIndex("history_form_key").on(t.formKey).where(sql`form_key is not null`),
    // The audit list merges the kinds in order. Orders and links are not in it: their entries would make each order
    // eight written rows larger (rules.md history/audit-list).
    index("history_audit").on(t.entity, t.id).where(sql`entity not in ('order', 'placement')`),
  ],
);
