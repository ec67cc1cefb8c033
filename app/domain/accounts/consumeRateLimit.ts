import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { rateLimits, users } from "~db/schema";
import type { Context } from "../context";
import { TooMany } from "../errors";
import { securityEventStatement } from "../securityEvents/recordSecurityEvent";
import { type Limit, limits, networksOf } from "./limits";

/** The counters of an attempt, with what each allows. */
const countersOf = (address: string, limit: Limit, subject: string | null) =>
  new Map<string, number>([
    ...networksOf(address).map(({ key, times }) => [`${limit}:${key}`, limits[limit].perNetwork * times] as const),
    ...(subject ? [[`${limit}:subject:${subject}`, limits[limit].perAccount] as const] : []),
  ]);

/**
 * Counts an attempt before the work is done, which holds under parallel attempts, and throws TooMany above the limit.
 * `forgetAttempts` refunds it after a success. Loopback addresses have no limit.
 */
export async function consumeRateLimit(ctx: Context, limit: Limit, subject: string | null = null): Promise<void> {
  if (!ctx.address) return;
  const { windowMs } = limits[limit];
  const counters = countersOf(ctx.address, limit, subject);
  const fresh = sql`${rateLimits.windowStartedAt} <= ${ctx.now - windowMs}`;
  const counted = await ctx.db
    .insert(rateLimits)
    .values([...counters.keys()].map((key) => ({ key, windowStartedAt: ctx.now, count: 1 })))
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${fresh} then 1 else ${rateLimits.count} + 1 end`,
        windowStartedAt: sql`case when ${fresh} then ${ctx.now} else ${rateLimits.windowStartedAt} end`,
      },
    })
    .returning();
  for (const row of counted) {
    const allowed = counters.get(row.key) ?? 0;
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

/** After a success, clears the subject's counter and takes one attempt off the networks. */
export async function forgetAttempts(ctx: Context, limit: Limit, subject: string): Promise<void> {
  if (!ctx.address) return;
  await ctx.db
    .update(rateLimits)
    .set({
      count: sql`case when ${rateLimits.key} like ${`${limit}:subject:%`} then 0 else max(0, ${rateLimits.count} - 1) end`,
    })
    .where(inArray(rateLimits.key, [...countersOf(ctx.address, limit, subject).keys()]));
}
