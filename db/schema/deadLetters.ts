import { sql } from "drizzle-orm";
import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { deadLetterStates } from "~/domain/deadLetters/deadLetterStates";
import { id, time } from "../columns";

/** Messages that a queue gave up. A person reads them, and sends them again or deletes them. */
export const deadLetters = sqliteTable(
  "dead_letters",
  {
    id: id(),
    /** The queue that gave the message up, without "-dead". */
    queue: text().notNull(),
    /** Its id in the dead-letter queue, so that a second delivery adds nothing. */
    messageId: text().notNull(),
    /** As JSON. */
    body: text().notNull(),
    receivedAt: time().notNull(),
    state: text({ enum: deadLetterStates }).notNull().default("open"),
    handledAt: time(),
    handledById: text(),
  },
  (t) => [
    uniqueIndex("dead_letters_message").on(t.queue, t.messageId),
    index("dead_letters_open").on(t.receivedAt, t.id).where(sql`state = 'open'`),
    index("dead_letters_handled").on(t.handledAt).where(sql`handled_at is not null`),
  ],
);
