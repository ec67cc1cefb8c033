import { type SQL, sql } from "drizzle-orm";

/** The records that checks read, each in pages of their key. */
export const bookSubjects = [
  "orders",
  "subscriptions",
  "coupons",
  "payouts",
  "clients",
  "notifications",
  "balance",
  "files",
] as const;
export type BookSubject = (typeof bookSubjects)[number];

/**
 * One sentence about the books that always holds. `rows` selects `record`, `expected` and `actual` of the records that
 * disagree, among the keys of the table `page(key)`, and reads a bounded number of rows for each key.
 */
export interface BookCheck {
  id: string;
  /** For lists and filters, e.g. 'Order totals'. */
  name: string;
  sentence: string;
  of: BookSubject;
  /** `now` in ms UTC, for what may still be under way. */
  rows: (now: number) => SQL;
}

/** A record that disagrees. */
export interface BookDifference {
  record: string;
  expected: string;
  actual: string;
}

/** Cents as text, e.g. '$12.05'. */
export const dollars = (cents: SQL) =>
  sql`iif(${cents} < 0, '-', '') || printf('$%,d.%02d', abs(${cents}) / 100, abs(${cents}) % 100)`;

/** Counting stops here, so that one check of a large client or coupon stays bounded. */
export const COUNT_LIMIT = 5_000;
