import { eq, sql } from "drizzle-orm";
import { paymentEventMarks } from "~db/schema";
import type { Context } from "../context";
import { type PaymentAccount, paymentAccounts } from "../ports/payments";

type EventMark = typeof paymentEventMarks.$inferSelect;

/** Two hourly runs. After that the database may be behind the provider. */
const STALE_AFTER_MS = 2 * 60 * 60_000;
/** A failing event is retried hourly for a day. After that a person must handle it. */
export const MAX_EVENT_TRIES = 24;

/**
 * How far each payment account's events were read, ms UTC. A new portal starts at its first user, as nothing was paid
 * before. The caller must authorize.
 */
export async function readEventMarks(ctx: Pick<Context, "db" | "now">): Promise<EventMark[]> {
  const rows = await ctx.db
    .select({
      mark: paymentEventMarks,
      // Ids sort by time.
      firstUserAt: sql<number | null>`(select created_at from users order by id limit 1)`,
    })
    .from(sql`(select 1)`)
    .leftJoin(paymentEventMarks, sql`true`);
  const start = Math.min(rows[0]?.firstUserAt ?? ctx.now, ctx.now);
  return paymentAccounts.map(
    (account) =>
      rows.find(({ mark }) => mark?.account === account)?.mark ?? {
        account,
        readUpTo: start,
        numbersCheckedAt: ctx.now,
      },
  );
}

/** Accounts whose events are unread for so long that billing must pause. */
export async function staleEventMarks(ctx: Pick<Context, "db" | "now">): Promise<EventMark[]> {
  return (await readEventMarks(ctx)).filter(({ readUpTo }) => ctx.now - readUpTo > STALE_AFTER_MS);
}

/** Moves a mark forward only, as another run may have read further. */
export async function advanceEventMark(ctx: Context, account: PaymentAccount, readUpTo: number): Promise<void> {
  await ctx.db
    .insert(paymentEventMarks)
    .values({ account, readUpTo, numbersCheckedAt: ctx.now })
    .onConflictDoUpdate({
      target: paymentEventMarks.account,
      set: { readUpTo: sql`max(${paymentEventMarks.readUpTo}, ${readUpTo})` },
    });
}

/** Records that an account's numbers were checked against the provider. */
export const numbersChecked = (ctx: Context, account: PaymentAccount) =>
  ctx.db.update(paymentEventMarks).set({ numbersCheckedAt: ctx.now }).where(eq(paymentEventMarks.account, account));
