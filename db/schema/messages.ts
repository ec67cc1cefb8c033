import { sql } from "drizzle-orm";
import { index, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { MessageFile } from "~/domain/messages/messageFiles";
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
    /** Null without files. */
    files: text({ mode: "json" }).$type<MessageFile[]>(),
    editedAt: time(),
  },
  (t) => [
    index("order_messages_thread").on(t.orderId, t.thread, t.createdAt, t.id),
    uniqueIndex("order_messages_dedupe").on(t.dedupeKey),
  ],
);

/** When the client last opened the messages of an order, for staff (rules.md messages/receipts). */
export const messageReads = sqliteTable(
  "message_reads",
  {
    orderId: text()
      .notNull()
      .references(() => orders.id),
    userId: text()
      .notNull()
      .references(() => users.id),
    readAt: time().notNull(),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.userId] })],
);

/** Messages of staff that a job sends later. The row is deleted when it is sent (rules.md messages/later). */
export const scheduledMessages = sqliteTable(
  "scheduled_messages",
  {
    id: id(),
    orderId: text()
      .notNull()
      .references(() => orders.id),
    thread: text({ enum: messageThreads }).notNull(),
    authorId: text()
      .notNull()
      .references(() => users.id),
    /** Whose order it was when it was written. */
    clientId: text()
      .notNull()
      .references(() => users.id),
    bodySource: text().notNull(),
    files: text({ mode: "json" }).$type<MessageFile[]>(),
    sendAt: time().notNull(),
    /** Why the job could not send it. It is not tried again. */
    problem: text(),
    /** Identifies the submitted form: resending it adds nothing. */
    dedupeKey: text().notNull(),
    createdAt: time().notNull(),
  },
  (t) => [
    index("scheduled_messages_order").on(t.orderId, t.sendAt),
    index("scheduled_messages_due").on(t.sendAt).where(sql`problem is null`),
    uniqueIndex("scheduled_messages_dedupe").on(t.dedupeKey),
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
