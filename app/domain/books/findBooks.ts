import { sql } from "drizzle-orm";
import { balanceMarks, bookChecks } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import type { PaymentAccount } from "../ports/payments";
import { allChecks } from "./checks";

export interface CheckState {
  id: string;
  name: string;
  sentence: string;
  /** ms UTC; null before the first run. */
  lastRunAt: number | null;
  /** Records that the last run looked at. */
  rows: number;
  /** Records that disagree without a note, and with one. */
  open: number;
  explained: number;
}

export interface Books {
  checks: CheckState[];
  /** Up to when each account's balance was read, ms UTC. */
  balances: { account: PaymentAccount; readUpTo: number }[];
}

/** Each check with its last run and its differences, in one round trip. Super admins only. */
export async function findBooks(ctx: Context): Promise<Books> {
  authorize(ctx, "books.read");
  const { db } = ctx;
  const [runs, counts, balances] = await db.batch([
    db.select().from(bookChecks),
    db
      .select({
        checkId: sql<string>`check_id`.as("check_id"),
        open: sql<number>`sum(note is null)`.as("open"),
        explained: sql<number>`sum(note is not null)`.as("explained"),
      })
      .from(sql`book_differences`)
      .where(sql`gone_at is null`)
      .groupBy(sql`check_id`),
    db.select({ account: balanceMarks.account, readUpTo: balanceMarks.readUpTo }).from(balanceMarks),
  ]);
  return {
    balances,
    checks: allChecks.map(({ id, name, sentence }) => {
      const run = runs.find((one) => one.id === id);
      const count = counts.find(({ checkId }) => checkId === id);
      return {
        id,
        name,
        sentence,
        lastRunAt: run?.lastRunAt ?? null,
        rows: run?.rows ?? 0,
        open: count?.open ?? 0,
        explained: count?.explained ?? 0,
      };
    }),
  };
}
