import { and, asc, eq, gte, isNull, sql } from "drizzle-orm";
import { formatLongDate } from "~/format/dates";
import { formatCents } from "~/format/money";
import { atomicBatch } from "~db/client.server";
import { firstIdOf } from "~db/ids";
import { affiliateProgramme, commissions, users } from "~db/schema";
import { authorize } from "../access";
import { type Context, zoneOf } from "../context";
import { DAY_MS } from "../days";
import { notifyStatements } from "../notifications/notifyStatements";
import { notWrittenTo } from "../notifications/notWrittenTo";

/** The next run notifies of the rest. */
const NOTIFIED_PER_RUN = 50;

/**
 * Every 10 minutes, notifies affiliates of commissions of the last day that wait for their approval, with the end of
 * the holding period. A job and not the payment writes them, to keep the rows of an order within their limit. A
 * possible self-referral is left out: it may come to nothing.
 */
export async function notifyCommissions(ctx: Context): Promise<{ done: number; failed: number }> {
  authorize(ctx, "billing.run");
  const earned = await ctx.db
    .select({
      id: commissions.id,
      affiliateId: commissions.affiliateId,
      amount: commissions.amount,
      timeZone: users.timeZone,
      approvableAt: sql<number>`${commissions.orderPaidAt} + ${affiliateProgramme.holdingDays} * ${DAY_MS}`.as(
        "approvable_at",
      ),
    })
    .from(commissions)
    .innerJoin(affiliateProgramme, eq(affiliateProgramme.id, "programme"))
    .innerJoin(users, eq(users.id, commissions.affiliateId))
    .where(
      and(
        gte(commissions.id, firstIdOf(ctx.now - DAY_MS)),
        eq(commissions.kind, "earned"),
        eq(commissions.status, "CREATED"),
        isNull(commissions.voidedAt),
        isNull(commissions.selfReferral),
        sql`${commissions.amount} > 0`,
        notWrittenTo(ctx, commissions.affiliateId, "commission", sql`'commission:' || ${commissions.id}`),
      ),
    )
    .orderBy(asc(commissions.id))
    .limit(NOTIFIED_PER_RUN);
  if (earned.length === 0) return { done: 0, failed: 0 };
  await atomicBatch(
    ctx.db,
    earned.flatMap(({ id, affiliateId, amount, timeZone, approvableAt }) =>
      notifyStatements(ctx, {
        recipients: { users: [affiliateId] },
        description: `You earned a commission of ${formatCents(amount)}. ${
          approvableAt > ctx.now
            ? `It can be approved from ${formatLongDate(approvableAt, zoneOf(ctx, { timeZone }))}.`
            : "It is waiting for our approval."
        }`,
        kind: "commission",
        type: "AFFILIATE",
        typeSystemId: "commissions",
        dedupeKey: `commission:${id}`,
      }),
    ),
  );
  ctx.after(() => ctx.publish.outboxWaiting());
  return { done: earned.length, failed: 0 };
}
