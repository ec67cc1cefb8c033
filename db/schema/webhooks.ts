import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { time } from "../columns";

/** Events already worked on; written after the work, so a crash repeats work that is harmless when repeated. */
export const webhookEvents = sqliteTable(
  "webhook_events",
  { id: text().primaryKey(), account: text().notNull(), type: text().notNull(), receivedAt: time().notNull() },
  (t) => [index("webhook_events_received").on(t.receivedAt)],
);
