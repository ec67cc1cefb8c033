import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { messageThreads } from "~/domain/messages/messageThreads";
import { id, time } from "../columns";
import { orders } from "./orders";
import { users } from "./users";

/** Messages in an order's two threads. The Admin thread is for staff only (rules.md security/internal-text). */
export const orderMessages = sqliteTable(
  "order_messages",
  {
    id: id(),
    orderId: text()
      .notNull()
      .references(() => orders.id),
    thread: text({ enum: messageThreads }).notNull(),
    authorId: text()
      .notNull()
      .references(() => users.id),
    /** The admin who impersonates the customer. */
    realAuthorId: text().references(() => users.id),
    /** Sanitised HTML, and its Markdown source. */
    body: text().notNull(),
    bodySource: text().notNull(),
    /** Identifies the submitted form: resending it adds nothing. */
    dedupeKey: text(),
    createdAt: time().notNull(),
  },
  (t) => [
    index("order_messages_thread").on(t.orderId, t.thread, t.createdAt, t.id),
    uniqueIndex("order_messages_dedupe").on(t.dedupeKey),
  ],
);

/** Messages of a migrated order: read-only, shown above the thread (rules.md orders/migrated). */
export const importedMessages = sqliteTable(
  "imported_messages",
  {
    id: id(),
    orderId: text()
      .notNull()
      .references(() => orders.id),
    fromName: text().notNull(),
    body: text().notNull(),
    createdAt: time().notNull(),
  },
  (t) => [index("imported_messages_order").on(t.orderId, t.createdAt, t.id)],
);
