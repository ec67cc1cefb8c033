import { and, between, eq, sql } from "drizzle-orm";
import { UTC } from "~/format/zones";
import { attributions, commissions, visitTotals } from "~db/schema";
import { authorize, ownAffiliate } from "../access";
import { seenByAffiliate } from "../commissions/ownCommissions";
import type { Context } from "../context";
import { DAY_MS, type DashboardRange, dayOf, daysOf, lastMonths } from "../dateRange";
import type { Cents } from "../money";
import { unpaidStatuses } from "../orders/orderStates";

/** One day of the chart as yyyy-MM-dd. */
export interface AffiliateDay {
  day: string;
  visitors: number;
  signUps: number;
  earnings: Cents;
}

/** The six statistics of the range (rules.md affiliates/statistics) and its days. Cents and ms UTC. */
export interface AffiliateStatus {
  range: DashboardRange;
  visitors: number;
  signUps: number;
  clients: number;
  unPaidEarnings: Cents;
  /** What refunds took back in the range, which the earnings above include: 0 or less. */
  reversed: { unpaid: Cents; total: Cents };
  totalEarnings: Cents;
  totalOrderValue: Cents;
  days: AffiliateDay[];
}

/** The default is the longest range allowed, because commissions stay hidden for weeks while they are held. */
export const defaultAffiliateRange = lastMonths;

/**
 * Returns the calling affiliate's visitors, sign-ups, paying clients, order value less refunds, and commissions.
 * Whole UTC days. One round trip of four statements served by indexes and counters. Throws Forbidden for everyone
 * else.
 */
export async function affiliateStatus(ctx: Context, chosenRange: DashboardRange | null): Promise<AffiliateStatus> {
  authorize(ctx, "affiliates.own");
  const { id } = ownAffiliate(ctx);
  const { db } = ctx;
  const range = chosenRange ? wholeDays(chosenRange) : defaultAffiliateRange(ctx.now, UTC);
  const dayNumber = (column: typeof attributions.decidedAt | typeof commissions.createdAt) =>
    sql<number>`${column} / ${sql.raw(String(DAY_MS))}`;
  const [visitDays, signUpDays, earnings, [paid]] = await db.batch([
    db
      .select({ day: sql<number>`total.day`.as("day"), visitors: sql<number>`total.visits`.as("visits") })
      .from(visitsOf(id, range)),
    db
      .select({ day: dayNumber(attributions.decidedAt).as("day"), signUps: sql<number>`count(*)`.as("sign_ups") })
      .from(attributions)
      .where(and(eq(attributions.affiliateId, id), between(attributions.decidedAt, range.from, range.to)))
      .groupBy(sql`1`),
    db
      .select({
        day: dayNumber(commissions.createdAt).as("day"),
        status: commissions.status,
        amount: commissions.amount,
      })
      .from(commissions)
      // Summed below: grouping reads each row a second time.
      .where(and(seenByAffiliate(id), between(commissions.createdAt, range.from, range.to))),
    selectPaid(ctx, id, range),
  ]);
  const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0);
  const byDay = new Map<string, Omit<AffiliateDay, "day">>();
  const on = (day: number) => {
    const name = dayOf(Math.floor(day) * DAY_MS);
    const figures = byDay.get(name) ?? { visitors: 0, signUps: 0, earnings: 0 };
    byDay.set(name, figures);
    return figures;
  };
  for (const { day, visitors } of visitDays) on(day).visitors += visitors;
  for (const { day, signUps } of signUpDays) on(day).signUps += signUps;
  for (const { day, amount } of earnings) on(day).earnings += amount;
  const unpaid = earnings.filter(({ status }) => status === "APPROVED");
  const below = ({ amount }: { amount: Cents }) => Math.min(0, amount);
  return {
    range,
    visitors: sum(visitDays.map(({ visitors }) => visitors)),
    signUps: sum(signUpDays.map(({ signUps }) => signUps)),
    clients: paid?.clients ?? 0,
    unPaidEarnings: sum(unpaid.map(({ amount }) => amount)),
    reversed: { unpaid: sum(unpaid.map(below)), total: sum(earnings.map(below)) },
    totalEarnings: sum(earnings.map(({ amount }) => amount)),
    totalOrderValue: paid?.revenue ?? 0,
    days: daysOf(range, UTC).map((day) => ({ day, ...(byDay.get(day) ?? { visitors: 0, signUps: 0, earnings: 0 }) })),
  };
}

/** Visits are counted per day, so the whole report uses whole days. */
const wholeDays = ({ from, to }: DashboardRange): DashboardRange => ({
  from: Math.floor(from / DAY_MS) * DAY_MS,
  to: (Math.floor(to / DAY_MS) + 1) * DAY_MS - 1,
});

/** Looks up the days one by one, because the index of the totals starts with the day. */
function visitsOf(affiliateId: string, { from, to }: DashboardRange) {
  const days = Array.from({ length: Math.ceil((to - from) / DAY_MS) }, (_, n) => from / DAY_MS + n);
  return sql`json_each(${JSON.stringify(days)}) chosen
    cross join ${visitTotals} total on total.day = chosen.value and total.affiliate_id = ${affiliateId}`;
}

/** Clients who signed up and paid an order in the range, and their payments less refunds made in the range. */
function selectPaid(ctx: Context, affiliateId: string, { from, to }: DashboardRange) {
  const money = sql`select o.client_id, o.id, o.total as amount from attributions a join orders o on o.client_id = a.user_id
      where a.affiliate_id is not null and a.affiliate_id = ${affiliateId} and a.decided_at between ${from} and ${to}
        and o.paid_at between ${from} and ${to}
        and o.status not in (${sql.raw(unpaidStatuses.map((status) => `'${status}'`).join(", "))})`;
  return ctx.db
    .select({
      clients: sql<number>`count(distinct client_id)`.as("clients"),
      revenue:
        sql<number>`coalesce(sum(amount - (select coalesce(sum(r.amount), 0) from refunds r where r.order_id = paid.id and r.state = 'succeeded' and r.refunded_at between ${from} and ${to})), 0)`.as(
          "revenue",
        ),
    })
    .from(sql`(${money}) paid`);
}
