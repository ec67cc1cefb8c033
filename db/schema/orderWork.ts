import { sql } from "drizzle-orm";
import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { paymentAccounts } from "~/domain/catalogue/serviceTypes";
import { messageThreads, refundSources, refundStates } from "~/domain/orders/orderWork";
import { cents, id, time } from "../columns";
import { orders } from "./orders";
import { users } from "./users";

/** What staff deliver: files of an order that the customer views and downloads. */
export const orderReports = sqliteTable(
  "order_reports",
  {
    id: id(),
    orderId: text()
      .notNull()
      .references(() => orders.id),
    uploadKey: text().notNull(),
    fileName: text().notNull(),
    createdById: text().notNull(),
    createdAt: time().notNull(),
  },
  (t) => [index("order_reports_order").on(t.orderId, t.createdAt, t.id)],
);

/** Messages of an order's two threads; the Admin thread never leaves the team (rules.md security/internal-text). */
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
    /** The admin behind an impersonated customer. */
    realAuthorId: text().references(() => users.id),
    /** Sanitised HTML, and the Markdown it was written in. */
    body: text().notNull(),
    bodySource: text().notNull(),
    /** The form that sent it: a repeated post adds nothing. */
    dedupeKey: text(),
    createdAt: time().notNull(),
  },
  (t) => [
    index("order_messages_thread").on(t.orderId, t.thread, t.createdAt, t.id),
    uniqueIndex("order_messages_dedupe").on(t.dedupeKey),
  ],
);

/** Messages that a migrated order brought along: read-only, above the thread (rules.md orders/migrated). */
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

/** One row a dispute of an order's payment, as the card provider told it last. Its money is rows of `refunds`. */
export const disputes = sqliteTable(
  "disputes",
  {
    id: id(),
    orderId: text()
      .notNull()
      .references(() => orders.id),
    account: text({ enum: paymentAccounts }).notNull(),
    providerId: text().notNull(),
    amount: cents().notNull(),
    /** The provider's words, e.g. 'product_not_received' and 'needs_response': it may know more of them tomorrow. */
    reason: text().notNull(),
    status: text().notNull(),
    /** Until when it takes evidence; null where the bank takes none. */
    evidenceDueAt: time(),
    openedAt: time().notNull(),
  },
  (t) => [
    index("disputes_order").on(t.orderId, t.openedAt),
    uniqueIndex("disputes_provider").on(t.account, t.providerId),
  ],
);

/**
 * One row a refund, whether made here or at the provider: revenue and the Refund Report read it
 * (rules.md refunds/recorded, reports/revenue). What a dispute took is a row too, and what it gave back one below 0.
 */
export const refunds = sqliteTable(
  "refunds",
  {
    id: id(),
    orderId: text()
      .notNull()
      .references(() => orders.id),
    account: text({ enum: paymentAccounts }).notNull(),
    /** The dispute that moved this money; null for a refund. */
    disputeId: text().references(() => disputes.id),
    amount: cents().notNull(),
    reason: text().notNull().default(""),
    source: text({ enum: refundSources }).notNull(),
    state: text({ enum: refundStates }).notNull(),
    /** The provider's id, once it has one. */
    providerId: text(),
    /** The form that asked for it, and the idempotency key at the provider. */
    requestKey: text(),
    createdById: text().notNull(),
    createdAt: time().notNull(),
    /** The refund date that revenue counts by; null until the provider confirmed. */
    refundedAt: time(),
  },
  (t) => [
    index("refunds_order").on(t.orderId, t.createdAt),
    index("refunds_date").on(t.refundedAt, t.id).where(sql`refunded_at is not null`),
    index("refunds_pending").on(t.createdAt, t.id).where(sql`state = 'pending'`),
    uniqueIndex("refunds_provider").on(t.account, t.providerId),
    uniqueIndex("refunds_request").on(t.requestKey),
  ],
);
