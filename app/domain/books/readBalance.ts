import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { insertMany } from "~db/insertRows";
import { balanceMarks, balanceTransactions } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { DAY_MS } from "../days";
import type { PaymentAccount, ProviderBalanceTransaction } from "../ports/payments";

/** The provider may list a movement late, and its clock may differ from ours. */
const OVERLAP_MS = 60 * 60_000;
const WINDOW_MS = 30 * DAY_MS;
/** The provider lists all of a single second. */
const SHORTEST_MS = 1_000;
/** Provider calls of one run. The next run reads on from the mark. */
const MAX_CALLS = 60;
const LEASE_MS = 10 * 60_000;
/** Rows per insert, whose text is one bound value. */
const ROWS = 500;

/** The UTC day of a moment, counted from 1970. */
const dayOf = (at: number) => Math.floor(at / DAY_MS);

/**
 * Stores the movements of an account's balance that the provider lists since the last reading: once a UTC day, or
 * always with `force`. Idempotent: a movement is stored once. Returns how many were new. Throws PaymentsUnavailable;
 * the next run reads on.
 */
export async function readBalance(ctx: Context, account: PaymentAccount, { force = false } = {}): Promise<number> {
  authorize(ctx, "books.check");
  const mark = await leasedMark(ctx, account, force);
  if (!mark) return 0;
  let stored = 0;
  let window = WINDOW_MS;
  let from = Math.max(mark.readFrom, mark.readUpTo - OVERLAP_MS);
  try {
    for (let calls = 0; from < ctx.now && calls < MAX_CALLS; calls++) {
      const until = Math.min(ctx.now, from + window);
      const moved = await ctx.payments.listBalanceTransactions(account, from, until);
      if (moved === null) {
        // Too many: shorter, and without the overlap, so that every run gets on.
        from = Math.max(from, mark.readUpTo);
        window = Math.max(SHORTEST_MS, Math.floor(window / 8));
        continue;
      }
      stored += await storeTransactions(ctx, account, moved);
      from = until;
      window = Math.min(WINDOW_MS, window * 4);
      await ctx.db
        .update(balanceMarks)
        .set({ readUpTo: sql`max(${balanceMarks.readUpTo}, ${until})` })
        .where(eq(balanceMarks.account, account));
    }
  } finally {
    await ctx.db.update(balanceMarks).set({ leaseUntil: null }).where(eq(balanceMarks.account, account));
  }
  return stored;
}

/** The account's mark under a lease; null when it was read today, or another run is reading. */
async function leasedMark(ctx: Context, account: PaymentAccount, force: boolean) {
  const { db, now } = ctx;
  const start = sql`(select coalesce(min(paid_at), ${now}) - ${DAY_MS} from orders where paid_at is not null)`;
  await db
    .insert(balanceMarks)
    .values({ account, readFrom: start as unknown as number, readUpTo: start as unknown as number })
    .onConflictDoNothing();
  const [mark] = await db
    .update(balanceMarks)
    .set({ leaseUntil: now + LEASE_MS })
    .where(
      and(
        eq(balanceMarks.account, account),
        force ? undefined : lt(balanceMarks.readUpTo, dayOf(now) * DAY_MS),
        or(isNull(balanceMarks.leaseUntil), lt(balanceMarks.leaseUntil, now)),
      ),
    )
    .returning();
  return mark ?? null;
}

async function storeTransactions(ctx: Context, account: PaymentAccount, moved: readonly ProviderBalanceTransaction[]) {
  let stored = 0;
  for (let at = 0; at < moved.length; at += ROWS) {
    const rows = moved.slice(at, at + ROWS).map((one) => ({ ...one, account }));
    const made = await insertMany(ctx.db, balanceTransactions, rows)
      .onConflictDoNothing()
      .returning({ id: balanceTransactions.id });
    stored += made.length;
  }
  return stored;
}
