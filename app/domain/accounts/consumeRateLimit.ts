import { inArray, sql } from "drizzle-orm";
import { rateLimits } from "~db/schema";
import type { Context } from "../context";
import { TooMany } from "../errors";

const MINUTE = 60_000;

/** How often, in which time (rules.md security/limits). `perAddress` differs where one office shares an address. */
const limits = {
  signIn: { windowMs: 15 * MINUTE, perSubject: 5, perAddress: 50 },
  /** The second factor of a sign-in; wrong passwords and codes on /profile count apart. */
  signInCode: { windowMs: 15 * MINUTE, perSubject: 5, perAddress: 50 },
  confirm: { windowMs: 15 * MINUTE, perSubject: 5, perAddress: 50 },
  signInLink: { windowMs: 60 * MINUTE, perSubject: 5, perAddress: 20 },
  reset: { windowMs: 60 * MINUTE, perSubject: 3, perAddress: 3 },
  signUp: { windowMs: 60 * MINUTE, perSubject: 10, perAddress: 10 },
  coupon: { windowMs: MINUTE, perSubject: 20, perAddress: 20 },
  /** Checkouts left to sign in, of one office. */
  draft: { windowMs: MINUTE, perSubject: 30, perAddress: 30 },
  track: { windowMs: MINUTE, perSubject: 60, perAddress: 60 },
  refresh: { windowMs: MINUTE, perSubject: 30, perAddress: 30 },
} as const;
export type Limit = keyof typeof limits;

const keysOf = (ctx: Context, limit: Limit, subject: string | null) => [
  `${limit}:address:${ctx.address}`,
  ...(subject ? [`${limit}:subject:${subject}`] : []),
];

/**
 * Counts one attempt before its work is done, in one statement, and throws TooMany when there were too many.
 * Counting first is what holds under parallel attempts; a success gives its attempt back (`forgetAttempts`).
 * Loopback addresses are not limited.
 */
export async function consumeRateLimit(ctx: Context, limit: Limit, subject: string | null = null): Promise<void> {
  if (!ctx.address) return;
  const { windowMs, perSubject, perAddress } = limits[limit];
  const keys = keysOf(ctx, limit, subject);
  const fresh = sql`${rateLimits.windowStartedAt} <= ${ctx.now - windowMs}`;
  const counted = await ctx.db
    .insert(rateLimits)
    .values(keys.map((key) => ({ key, windowStartedAt: ctx.now, count: 1 })))
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${fresh} then 1 else ${rateLimits.count} + 1 end`,
        windowStartedAt: sql`case when ${fresh} then ${ctx.now} else ${rateLimits.windowStartedAt} end`,
      },
    })
    .returning();
  for (const row of counted) {
    const allowed = row.key.startsWith(`${limit}:address:`) ? perAddress : perSubject;
    if (row.count > allowed)
      throw new TooMany(Math.max(1, Math.ceil((row.windowStartedAt + windowMs - ctx.now) / 1000)));
  }
}

/** Gives the attempts of a success back: the subject's all, the address's one. */
export async function forgetAttempts(ctx: Context, limit: Limit, subject: string): Promise<void> {
  if (!ctx.address) return;
  await ctx.db
    .update(rateLimits)
    .set({
      count: sql`case when ${rateLimits.key} like ${`${limit}:subject:%`} then 0 else max(0, ${rateLimits.count} - 1) end`,
    })
    .where(inArray(rateLimits.key, keysOf(ctx, limit, subject)));
}
