import { eq, sql } from "drizzle-orm";
import { paymentEventMarks, users } from "~db/schema";
import { type PaymentAccount, paymentAccounts } from "../catalogue/serviceTypes";
import type { Context } from "../context";

export type EventMark = typeof paymentEventMarks.$inferSelect;

/** Two turns of the hourly reading: past that the database may be older than the provider. */
const STALE_AFTER_MS = 2 * 60 * 60_000;
/** A failing event is retried once an hour for a day, and is then for people. */
export const MAX_EVENT_TRIES = 24;

/**
 * How far each payment account was read, ms UTC. A new portal starts at its first user: nothing was paid before. The
 * caller has authorised.
 */
export async function readEventMarks(ctx: Context): Promise<EventMark[]> {
  const stored = await ctx.db.select().from(paymentEventMarks);
  const missing = paymentAccounts.filter((account) => !stored.some((mark) => mark.account === account));
  if (missing.length === 0) return stored;
  const [first] = await ctx.db.select({ createdAt: sql<number | null>`min(${users.createdAt})` }).from(users);
  const start = Math.min(first?.createdAt ?? ctx.now, ctx.now);
  return [...stored, ...missing.map((account) => ({ account, readUpTo: start, numbersCheckedAt: ctx.now }))];
}

/** The accounts whose events were not read for so long that nothing may be charged. */
export async function staleEventMarks(ctx: Context): Promise<EventMark[]> {
  return (await readEventMarks(ctx)).filter(({ readUpTo }) => ctx.now - readUpTo > STALE_AFTER_MS);
}

/** Moves a mark forward, never back: another run may have read further. */
export async function advanceEventMark(ctx: Context, account: PaymentAccount, readUpTo: number): Promise<void> {
  await ctx.db
    .insert(paymentEventMarks)
    .values({ account, readUpTo, numbersCheckedAt: ctx.now })
    .onConflictDoUpdate({
      target: paymentEventMarks.account,
      set: { readUpTo: sql`max(${paymentEventMarks.readUpTo}, ${readUpTo})` },
    });
}

/** Notes that the numbers of an account were checked against the provider. */
export const numbersChecked = (ctx: Context, account: PaymentAccount) =>
  ctx.db.update(paymentEventMarks).set({ numbersCheckedAt: ctx.now }).where(eq(paymentEventMarks.account, account));
