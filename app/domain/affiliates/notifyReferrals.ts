import { and, asc, eq, gte, isNotNull, isNull, sql } from "drizzle-orm";
import { atomicBatch } from "~db/client.server";
import { firstIdOf } from "~db/ids";
import { attributions, users } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { DAY_MS } from "../days";
import { nameInNotifications } from "../notifications/greeting";
import { notifyStatements } from "../notifications/notifyStatements";
import { notWrittenTo } from "../notifications/notWrittenTo";

/** The next run notifies of the rest. */
const NOTIFIED_PER_RUN = 50;

/**
 * Every 10 minutes, notifies affiliates of sign-ups of the last day. A job and not the sign-up writes them, to keep
 * the rows of a first order within their limit. A flagged sign-up is left out: it may be the affiliate's own.
 */
export async function notifyReferrals(ctx: Context): Promise<{ done: number; failed: number }> {
  authorize(ctx, "billing.run");
  const signedUp = await ctx.db
    .select({
      userId: attributions.userId,
      affiliateId: sql<string>`${attributions.affiliateId}`.as("affiliate_id"),
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(attributions)
    .innerJoin(users, eq(users.id, attributions.userId))
    .where(
      and(
        // Ids begin with their time, so this reads the newest accounts only.
        gte(attributions.userId, firstIdOf(ctx.now - DAY_MS)),
        isNotNull(attributions.affiliateId),
        isNull(attributions.selfReferral),
        isNull(users.deletedAt),
        notWrittenTo(ctx, attributions.affiliateId, "referral", sql`'referral:' || ${attributions.userId}`),
      ),
    )
    .orderBy(asc(attributions.userId))
    .limit(NOTIFIED_PER_RUN);
  if (signedUp.length === 0) return { done: 0, failed: 0 };
  await atomicBatch(
    ctx.db,
    signedUp.flatMap(({ userId, affiliateId, ...name }) =>
      notifyStatements(ctx, {
        recipients: { users: [affiliateId] },
        description: `${nameInNotifications(name)} signed up through your link`,
        kind: "referral",
        type: "AFFILIATE",
        typeSystemId: "referrals",
        dedupeKey: `referral:${userId}`,
      }),
    ),
  );
  ctx.after(() => ctx.publish.outboxWaiting());
  return { done: signedUp.length, failed: 0 };
}
