import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { noticeKinds, notificationTypes } from "~/domain/notifications/notificationTypes";
import type { CardMailSubject } from "~/domain/subscriptions/cardMailSubject";
import { flag, id, json, time } from "../columns";
import { type passwordResets, users } from "./users";

export const notifications = sqliteTable(
  "notifications",
  {
    id: id(),
    userId: text()
      .notNull()
      .references(() => users.id),
    description: text().notNull(),
    type: text({ enum: notificationTypes }).notNull(),
    typeSystemId: text().notNull(),
    /** Names the event once for this person, so that a repeated settlement adds nothing. */
    dedupeKey: text(),
    readAt: time(),
    createdAt: time().notNull(),
    /** Null when the person chose no e-mail for its kind; else when it was asked for. */
    mailWantedAt: time(),
    /** Not shown in the portal: the person chose e-mail alone. */
    mailOnly: flag().notNull().default(false),
  },
  (t) => [
    index("notifications_user").on(t.userId, t.createdAt, t.id),
    index("notifications_unread").on(t.userId).where(sql`read_at is null`),
    uniqueIndex("notifications_dedupe").on(t.dedupeKey),
  ],
);

/** What a person chose for a kind of notification; no row means both (rules.md notifications/recipients). */
export const notificationChoices = sqliteTable(
  "notification_choices",
  {
    userId: text()
      .notNull()
      .references(() => users.id),
    kind: text({ enum: noticeKinds }).notNull(),
    inApp: flag().notNull(),
    email: flag().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind] })],
);

/** What a link that sets a password is for: an invitation lives longer, and its page welcomes. */
export type PasswordLinkPurpose = (typeof passwordResets.$inferSelect)["purpose"];

export const outboxKinds = ["email", "passwordReset", "cardMail", "noticeMail", "signInLink", "push"] as const;

/** What must leave the portal once a change is written: e-mail and live pushes. Delivered at least once. */
export const outbox = sqliteTable(
  "outbox",
  {
    id: id(),
    kind: text({ enum: outboxKinds }).notNull(),
    /** Same key, same message: at most one is ever written. */
    dedupeKey: text().notNull(),
    payload: json<OutboxPayload>().notNull(),
    createdAt: time().notNull(),
    availableAt: time().notNull(),
    leaseUntil: time(),
    attempts: integer().notNull().default(0),
    deliveredAt: time(),
    lastError: text(),
  },
  (t) => [
    uniqueIndex("outbox_dedupe").on(t.dedupeKey),
    index("outbox_waiting").on(t.availableAt).where(sql`delivered_at is null`),
  ],
);

/**
 * No payload holds a secret: the links of a password, of a sign-in and of a card page are made when their mail is sent.
 * The mail of notifications is composed then, too: of what is still unread.
 */
export type OutboxPayload =
  | { kind: "email"; to: string; subject: string; text: string; html: string }
  | { kind: "passwordReset"; userId: string; purpose?: PasswordLinkPurpose }
  | { kind: "cardMail"; about: CardMailSubject; subscriptionId: string; cycle: number; tryAgainAt: number | null }
  | { kind: "noticeMail"; userId: string; typeSystemId: string; since: number }
  | { kind: "signInLink"; userId: string; redirectTo: string }
  | { kind: "push"; userId: string; notificationId: string };
