import { inArray, sql } from "drizzle-orm";
import { rateLimits } from "~db/schema";
import type { Context } from "../context";
import { TooMany } from "../errors";
import { knownBrowser } from "./knownBrowser";
import { type Limit, type LimitRule, limits, networksOf } from "./limits";
import { recordLimit } from "./recordLimit";

interface Counter {
  key: string;
  allowed: number;
  /** own: of the account here, which a success clears. total: of the account everywhere. */
  scope: "own" | "total" | "network";
}

/**
 * The counters of an attempt. A browser that signed in to the account before has one of its own, so that strangers
 * cannot lock it out (rules.md security/known-browsers).
 */
async function countersOf(ctx: Context, limit: Limit, subject: string | null): Promise<Counter[]> {
  const { perAccount, perAccountTotal, perNetwork }: LimitRule = limits[limit];
  const networks = networksOf(ctx.address ?? "");
  const counters = perNetwork
    ? networks.map(({ key, times }) => ({
        key: `${limit}:${key}`,
        allowed: perNetwork * times,
        scope: "network" as const,
      }))
    : [];
  if (!subject) return counters;
  const ofSubject = `${limit}:subject:${subject}`;
  if (!perAccountTotal) return [...counters, { key: ofSubject, allowed: perAccount, scope: "own" }];
  const browser = await knownBrowser(ctx, subject);
  if (browser) return [{ key: `${limit}:browser:${browser}`, allowed: perAccount, scope: "own" }];
  return [
    ...counters,
    { key: `${ofSubject}:${networks[0]?.key}`, allowed: perAccount, scope: "own" },
    { key: ofSubject, allowed: perAccountTotal, scope: "total" },
  ];
}

/**
 * Counts an attempt before the work is done, which holds under parallel attempts, and throws TooMany above the limit.
 * `subject` is an account's id, or its folded address where the limit has `perAccountTotal`. `forgetAttempts` refunds
 * the attempt after a success. Loopback addresses have no limit.
 */
export async function consumeRateLimit(
  ctx: Context,
  limit: Limit,
  subject: string | null = null,
  amount = 1,
): Promise<void> {
  if (!ctx.address) return;
  const counters = await countersOf(ctx, limit, subject);
  const rows = await countAttempt(
    ctx,
    limit,
    counters.map(({ key }) => key),
    amount,
  );
  for (const { key, allowed, scope } of counters) {
    const row = rows.get(key)!;
    if (row.count <= allowed) continue;
    if (row.count - amount <= allowed) recordLimit(ctx, limit, { subject, ofAccount: scope !== "network" });
    throw new TooMany(secondsLeft(ctx, limit, row.windowStartedAt));
  }
}

/** Adds to counters in one statement, beginning new windows where the old ones have ended. */
export async function countAttempt(ctx: Context, limit: Limit, keys: string[], amount = 1) {
  const fresh = sql`${rateLimits.windowStartedAt} <= ${ctx.now - limits[limit].windowMs}`;
  const rows = await ctx.db
    .insert(rateLimits)
    .values(keys.map((key) => ({ key, windowStartedAt: ctx.now, count: amount })))
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${fresh} then ${amount} else ${rateLimits.count} + ${amount} end`,
        windowStartedAt: sql`case when ${fresh} then ${ctx.now} else ${rateLimits.windowStartedAt} end`,
      },
    })
    .returning();
  return new Map(rows.map((row) => [row.key, row]));
}

export const secondsLeft = ({ now }: Context, limit: Limit, windowStartedAt: number) =>
  Math.max(1, Math.ceil((windowStartedAt + limits[limit].windowMs - now) / 1000));

/** After a success, clears the subject's own counter and takes one attempt off the others. */
export const forgetAttempts = (ctx: Context, limit: Limit, subject: string) =>
  takeOff(ctx, limit, subject, ({ scope }) => scope === "own");

/** Takes one attempt off every counter, for an attempt that was no guess. */
export const refundAttempt = (ctx: Context, limit: Limit, subject: string) => takeOff(ctx, limit, subject, () => false);

async function takeOff(ctx: Context, limit: Limit, subject: string, isCleared: (counter: Counter) => boolean) {
  if (!ctx.address) return;
  const counters = await countersOf(ctx, limit, subject);
  const cleared = counters.filter(isCleared).map(({ key }) => key);
  await ctx.db
    .update(rateLimits)
    .set({ count: sql`case when ${inArray(rateLimits.key, cleared)} then 0 else max(0, ${rateLimits.count} - 1) end` })
    .where(
      inArray(
        rateLimits.key,
        counters.map(({ key }) => key),
      ),
    );
}
