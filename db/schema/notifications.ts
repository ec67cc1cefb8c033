import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { noticeKinds, notificationTypes } from "~/domain/notifications/notificationTypes";
import type { CardMailSubject } from "~/domain/renewals/cardMailSubject";
import { flag, json, time } from "../columns";
import { type passwordResets, users } from "./users";

/** Ids begin with the time, so a person's notifications are stored in the order of their list (without a rowid). */
export const notifications = sqliteTable(
  "notifications",
  {
    id: text().notNull(),
    userId: text()
      .notNull()
      .references(() => users.id),
    description: text().notNull(),
    type: text({ enum: notificationTypes }).notNull(),
    typeSystemId: text().notNull(),
    /** Names the event once per person, so that a repeated settlement adds nothing. */
    dedupeKey: text(),
    readAt: time(),
    createdAt: time().notNull(),
    /** When an email was requested; null when the person turned it off for this kind. */
    mailWantedAt: time(),
    /** Hidden in the portal: the person chose email only. */
    mailOnly: flag().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    // Holds what it is chosen by, so that the bell reads no notification.
    index("notifications_unread").on(t.userId, t.mailOnly, t.readAt).where(sql`read_at is null and mail_only = 0`),
    uniqueIndex("notifications_dedupe").on(t.dedupeKey),
  ],
);

/** A person's choice for a kind of notification. No row means both (rules.md notifications/recipients). */
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

/** Why a password link was sent: an invitation is valid longer and its page welcomes the person. */
export type PasswordLinkPurpose = (typeof passwordResets.$inferSelect)["purpose"];

export const outboxKinds = [
  "email",
  "passwordReset",
  "cardMail",
  "cartMail",
  "noticeMail",
  "signInLink",
  "lockedOut",
  "twoFactorOn",
  "push",
] as const;

/**
 * Emails and live pushes to send after a change is written. Delivered at least once. Stored by key, without a rowid.
 */
export const outbox = sqliteTable(
  "outbox",
  {
    /** Names the message towards the mail system. */
    id: text().notNull(),
    kind: text({ enum: outboxKinds }).notNull(),
    /** At most one message is written per key. */
    dedupeKey: text().primaryKey(),
    payload: json<OutboxPayload>().notNull(),
    createdAt: time().notNull(),
    availableAt: time().notNull(),
    leaseUntil: time(),
    attempts: integer().notNull().default(0),
    deliveredAt: time(),
    lastError: text(),
    /** A mail that someone waits for. It leaves before all others. */
    urgent: flag().notNull().default(false),
  },
  (t) => [
    index("outbox_waiting").on(t.availableAt).where(sql`delivered_at is null`),
    index("outbox_urgent").on(t.availableAt).where(sql`delivered_at is null and urgent = 1`),
  ],
);

/**
 * Payloads hold no secrets: links for passwords, sign-in and card pages are created when the mail is sent.
 * Notification mails are composed then too, from what is still unread.
 */
export type OutboxPayload =
  /**
   * With `receiptOf`, the paid order whose items and invoice are added when the mail is sent; with `creditNoteOf`, the
   * refund whose credit note is attached.
   */
  | {
      kind: "email";
      to: string;
      subject: string;
      text: string;
      html: string;
      receiptOf?: string;
      creditNoteOf?: string;
      headers?: Record<string, string>;
      /** The row keeps neither address nor text once the mail is sent. */
      forgotten?: true;
    }
  | { kind: "passwordReset"; userId: string; purpose?: PasswordLinkPurpose }
  | { kind: "cardMail"; about: CardMailSubject; subscriptionId: string; cycle: number; tryAgainAt: number | null }
  | { kind: "cartMail"; cartKey: string; number: 1 | 2; userId: string }
  | { kind: "noticeMail"; users: string[]; typeSystemId: string; since: number }
  /** As the previous release wrote it: one person. */
  | { kind: "noticeMail"; userId: string; typeSystemId: string; since: number }
  | { kind: "signInLink"; userId: string; redirectTo: string }
  | { kind: "lockedOut"; userId: string }
  | { kind: "twoFactorOn"; userId: string; enabledAt: number }
  | { kind: "push"; notifications: [userId: string, id: string][] }
  /** As the previous release wrote it: one person. */
  | { kind: "push"; userId: string; notificationId: string };
