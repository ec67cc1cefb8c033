import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { paymentAccounts } from "~/domain/ports/payments";
import { refundSources, refundStates } from "~/domain/refunds/refundStates";
import { cents, id, time } from "../columns";
import { orders } from "./orders";

/** One row per dispute, as the card provider last reported it. Its money is in `refunds`. */
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
    /** The provider's words, e.g. 'product_not_received' and 'needs_response'. New ones may appear. */
    reason: text().notNull(),
    status: text().notNull(),
    /** Deadline for evidence; null when the bank accepts none. */
    evidenceDueAt: time(),
    openedAt: time().notNull(),
  },
  (t) => [
    index("disputes_order").on(t.orderId, t.openedAt),
    uniqueIndex("disputes_provider").on(t.account, t.providerId),
  ],
);

/**
 * One row per refund, made here or at the provider: revenue and the Refund Report read it (rules.md refunds/recorded,
 * reports/revenue). Money taken by a dispute is a row too; money it returned is a negative row.
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
    /** The provider's id, once known. */
    providerId: text(),
    /** Identifies the submitted form, and the idempotency key at the provider. */
    requestKey: text(),
    createdById: text().notNull(),
    createdAt: time().notNull(),
    /** The date that revenue counts by; null until the provider confirmed. */
    refundedAt: time(),
    /** The account's running number of its credit note, given with its success (rules.md invoices/credit-notes). */
    creditNumber: integer(),
  },
  (t) => [
    index("refunds_order").on(t.orderId, t.createdAt),
    index("refunds_date").on(t.refundedAt, t.id).where(sql`refunded_at is not null`),
    index("refunds_pending").on(t.createdAt, t.id).where(sql`state = 'pending'`),
    uniqueIndex("refunds_provider").on(t.account, t.providerId),
    uniqueIndex("refunds_request").on(t.requestKey),
    uniqueIndex("refunds_credit").on(t.account, t.creditNumber).where(sql`credit_number is not null`),
  ],
);
