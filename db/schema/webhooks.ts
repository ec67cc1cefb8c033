import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { time } from "../columns";

/** Processed events. Written after the work, so that a crash only repeats idempotent work. */
export const webhookEvents = sqliteTable(
  "webhook_events",
  { id: text().primaryKey(), account: text().notNull(), type: text().notNull(), receivedAt: time().notNull() },
  (t) => [index("webhook_events_received").on(t.receivedAt)],
);
