import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { balanceCategories } from "~/domain/balanceCategories";
import { paymentAccounts } from "~/domain/ports/payments";
import { cents, id, time } from "../columns";
import { users } from "./users";

/** The last run of each check of the books (docs/books.md). */
export const bookChecks = sqliteTable("book_checks", {
  /** The check's id in code, e.g. 'orders.total'. */
  id: id(),
  lastRunAt: time().notNull(),
  /** Records that the last run looked at. */
  rows: integer().notNull(),
});

/** How far each kind of record was read, so that a week's nights reach every record. */
export const bookCursors = sqliteTable("book_cursors", {
  subject: text().primaryKey(),
  /** The last key that was read; empty at the start of a pass. */
  after: text().notNull().default(""),
  /** The UTC day (ms / 86,400,000) of `rowsToday`. */
  day: integer().notNull().default(0),
  rowsToday: integer().notNull().default(0),
  /** True once the day's share was read. */
  doneToday: integer({ mode: "boolean" }).notNull().default(false),
  passRows: integer().notNull().default(0),
  /** Records of the last complete pass, which is how many there are; null before the first. */
  passTotal: integer(),
  /** Another run continues after this time. */
  leaseUntil: time(),
  /** Orders with this id or a later one are new to the next check. The trigger of `bookChanges` skips them. */
  newFrom: text(),
});

/** Older orders that changed since the last check, kept by triggers. Stored by key, without a rowid. */
export const bookChanges = sqliteTable("book_changes", { orderId: text().primaryKey() });

/** A record that a check found to disagree, until it agrees again. */
export const bookDifferences = sqliteTable(
  "book_differences",
  {
    id: id(),
    checkId: text().notNull(),
    recordKind: text().notNull(),
    recordId: text().notNull(),
    expected: text().notNull(),
    actual: text().notNull(),
    firstSeenAt: time().notNull(),
    lastSeenAt: time().notNull(),
    /** When a later check found the record in order; null while it disagrees. */
    goneAt: time(),
    note: text(),
    notedById: text().references(() => users.id),
    notedAt: time(),
    mailedAt: time(),
  },
  (t) => [
    uniqueIndex("book_differences_record").on(t.checkId, t.recordId),
    index("book_differences_open").on(t.checkId, t.recordId).where(sql`gone_at is null`),
    index("book_differences_seen").on(t.lastSeenAt, t.id),
  ],
);

/** Movements of a provider account's balance, as the provider reported them. Cents of `currency`, signed. */
export const balanceTransactions = sqliteTable(
  "balance_transactions",
  {
    id: id(),
    account: text({ enum: paymentAccounts }).notNull(),
    category: text({ enum: balanceCategories }).notNull(),
    /** Before the fee: positive when money arrived. */
    amount: cents().notNull(),
    fee: cents().notNull(),
    net: cents().notNull(),
    currency: text().notNull(),
    /** The provider's charge, refund, dispute or payout. */
    sourceId: text(),
    paymentIntentId: text(),
    createdAt: time().notNull(),
  },
  (t) => [
    index("balance_transactions_created").on(t.account, t.createdAt, t.id),
    index("balance_transactions_payment").on(t.account, t.paymentIntentId).where(sql`payment_intent_id is not null`),
  ],
);

/** What a balance moved per month ('2026-11'), kept by a trigger: opening and closing read no single movement. */
export const balanceTotals = sqliteTable(
  "balance_totals",
  {
    account: text({ enum: paymentAccounts }).notNull(),
    month: text().notNull(),
    category: text({ enum: balanceCategories }).notNull(),
    count: integer().notNull(),
    amount: cents().notNull(),
    fee: cents().notNull(),
  },
  (t) => [primaryKey({ columns: [t.account, t.month, t.category] })],
);

/** The span of an account's balance that was read. */
export const balanceMarks = sqliteTable("balance_marks", {
  account: text({ enum: paymentAccounts }).primaryKey(),
  readFrom: time().notNull(),
  readUpTo: time().notNull(),
  leaseUntil: time(),
});
