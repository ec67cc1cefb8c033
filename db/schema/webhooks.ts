import { sql } from "drizzle-orm";
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { time } from "../columns";

/** Processed events. Written after the work, so that a crash only repeats idempotent work. */
export const webhookEvents = sqliteTable(
  "webhook_events",
  {
    id: text().primaryKey(),
    account: text().notNull(),
    type: text().notNull(),
    receivedAt: time().notNull(),
    /** When it happened, for an event that no webhook brought: the portal read it from the provider later. */
    missedAt: time(),
  },
  (t) => [
    index("webhook_events_received").on(t.receivedAt),
    index("webhook_events_missed").on(t.account, t.missedAt).where(sql`missed_at is not null`),
  ],
);
