import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { rateLimits, users } from "~db/schema";
import type { Context } from "../context";
import { TooMany } from "../errors";
import { securityEventStatement } from "../securityEvents/recordSecurityEvent";

const MINUTE = 60_000;

/**
 * Attempts allowed per window, in ms (rules.md security/limits). `perAddress` is higher where one office shares an
 * address.
 */
const limits = {
  signIn: { windowMs: 15 * MINUTE, perSubject: 5, perAddress: 50 },
  /** The second factor at sign-in. Wrong passwords and codes on /profile are counted separately. */
  signInCode: { windowMs: 15 * MINUTE, perSubject: 5, perAddress: 50 },
  confirm: { windowMs: 15 * MINUTE, perSubject: 5, perAddress: 50 },
  signInLink: { windowMs: 60 * MINUTE, perSubject: 5, perAddress: 20 },
  reset: { windowMs: 60 * MINUTE, perSubject: 3, perAddress: 3 },
  signUp: { windowMs: 60 * MINUTE, perSubject: 10, perAddress: 10 },
  coupon: { windowMs: MINUTE, perSubject: 20, perAddress: 20 },
  /** Checkout drafts saved before signing in. One office may share an address. */
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
 * Counts an attempt before the work is done, which holds under parallel attempts, and throws TooMany above the limit.
 * `forgetAttempts` refunds it after a success. Loopback addresses have no limit.
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
    if (row.count === allowed + 1) recordLimit(ctx, limit, subject);
    if (row.count > allowed)
      throw new TooMany(Math.max(1, Math.ceil((row.windowStartedAt + windowMs - ctx.now) / 1000)));
  }
}

/** Once per window and counter: the attempts that follow are refused without another entry. */
function recordLimit(ctx: Context, limit: Limit, subject: string | null) {
  const kind = limit === "signIn" || limit === "signInCode" || limit === "confirm" ? "lockedOut" : "limited";
  ctx.after(async () => {
    const account = subject
      ? await ctx.db
          .select({ id: users.id })
          .from(users)
          .where(and(or(eq(users.emailFolded, subject), eq(users.id, subject)), isNull(users.deletedAt)))
          .get()
      : undefined;
    await securityEventStatement(ctx, { kind, userId: account?.id ?? (subject ? null : undefined), detail: limit });
  });
}

/** After a success, clears the subject's counter and takes one attempt off the address. */
export async function forgetAttempts(ctx: Context, limit: Limit, subject: string): Promise<void> {
  if (!ctx.address) return;
  await ctx.db
    .update(rateLimits)
    .set({
      count: sql`case when ${rateLimits.key} like ${`${limit}:subject:%`} then 0 else max(0, ${rateLimits.count} - 1) end`,
    })
    .where(inArray(rateLimits.key, keysOf(ctx, limit, subject)));
}
