import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { messageThreads as threads } from "~/domain/messages/messageThreads";
import { threadStates } from "~/domain/messages/threadStates";
import { id, time, version } from "../columns";
import { orders } from "./orders";
import { services } from "./services";
import { users } from "./users";

/**
 * The state of an order's Customer thread, one row for each order with messages in it, written in the batch of each
 * message. A trigger keeps assignee and snooze equal to the order's. The order's number makes its rows a third as large
 * as its id.
 */
export const messageThreads = sqliteTable(
  "message_threads",
  {
    orderNumber: integer()
      .primaryKey()
      .references(() => orders.number),
    serviceId: text()
      .notNull()
      .references(() => services.id),
    assignedToId: text(),
    snoozedUntil: time(),
    state: text({ enum: threadStates }).notNull(),
    lastMessageAt: time().notNull(),
    /** The client's first message that staff have not answered; null after an answer. */
    firstUnansweredAt: time(),
    /** From the client's first message to the first answer: rules.md inbox/response. */
    firstClientAt: time(),
    firstResponseAt: time(),
    firstResponderId: text().references(() => users.id),
  },
  (t) => [
    index("message_threads_state").on(t.state, t.lastMessageAt),
    index("message_threads_to_answer").on(t.assignedToId, t.lastMessageAt).where(sql`state in ('unread', 'open')`),
    index("message_threads_snoozed").on(t.snoozedUntil).where(sql`snoozed_until is not null`),
    index("message_threads_response").on(t.firstResponseAt).where(sql`first_response_at is not null`),
  ],
);

/** What a person has typed and not sent, one for each thread. Stored by key, without a rowid. */
export const messageDrafts = sqliteTable(
  "message_drafts",
  {
    userId: text()
      .notNull()
      .references(() => users.id),
    orderId: text()
      .notNull()
      .references(() => orders.id),
    thread: text({ enum: threads }).notNull(),
    /** Markdown. */
    body: text().notNull(),
    savedAt: time().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.orderId, t.thread] })],
);

/** Texts that staff insert into messages, with variables (rules.md inbox/saved-replies). */
export const savedReplies = sqliteTable(
  "saved_replies",
  {
    id: id(),
    name: text().notNull(),
    nameFolded: text().notNull(),
    /** Markdown with `{{variables}}`. */
    body: text().notNull(),
    createdAt: time().notNull(),
    version: version(),
  },
  (t) => [uniqueIndex("saved_replies_named").on(t.nameFolded)],
);
