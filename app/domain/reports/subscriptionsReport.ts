import { sql } from "drizzle-orm";
import { authorize } from "../access";
import type { Context } from "../context";
import type { DashboardRange } from "../dateRange";
import type { Cents } from "../money";
import { netOfCycle, netPrice } from "../subscriptions/cycleTaxes";
import { reportRange } from "./reportRange";

/**
 * One service's subscriptions over a range. Monthly: the renewal amount per month, with 52 weeks or 365 days to a
 * year. Amounts are without taxes (rules.md taxes/net).
 */
export interface SubscriptionLine {
  serviceId: string;
  serviceName: string;
  /** Active when the range began and when it ended, counted from purchase to cancellation. */
  atStart: number;
  atEnd: number;
  /** Started, and cancelled, in the range. */
  began: number;
  ended: number;
  /** Of those active at the start, the ones cancelled in the range: the numerator of churn. */
  lost: number;
  monthlyAtStart: Cents;
  monthlyAtEnd: Cents;
  monthlyLost: Cents;
  /** Renewals paid in the range after a failed try. */
  recoveredCount: number;
  recoveredAmount: Cents;
}

const MONTHLY = sql.raw(
  "cast(round(renewal_amount * case frequency when 'MONTH' then 1.0 when 'WEEK' then 52.0 / 12 else 365.0 / 12 end / order_duration) as integer)",
);

/**
 * Monthly recurring revenue, churn and recovered payments by service, largest first (docs/decisions/0031-reports.md).
 */
export async function subscriptionsReport(ctx: Context, requested: DashboardRange | null): Promise<SubscriptionLine[]> {
  authorize(ctx, "reports.view");
  const { from, to } = reportRange(ctx, requested);
  const cancelled = sql`(cancelled_at is not null and cancelled_at between ${from} and ${to})`;
  const started = sql`(created_at < ${from} and (cancelled_at is null or cancelled_at >= ${from}))`;
  const running = sql`(cancelled_at is null or cancelled_at > ${to})`;
  const net = netPrice(ctx, sql`subscriptions`);
  // Materialized, or the taxes would be looked up for each mention of the amount.
  const priced = sql`(with priced as materialized (
    select service_id, created_at, cancelled_at, frequency, order_duration, ${net} as renewal_amount from subscriptions
  ) select * from priced) subscriptions`;
  const service = (id: string) => sql<string>`(select name from services where services.id = ${sql.raw(id)})`;
  const [lines, recovered] = await ctx.db.batch([
    ctx.db
      .select({
        serviceId: sql<string>`service_id`.as("id"),
        serviceName: service("subscriptions.service_id").as("name"),
        atStart: sql<number>`sum(${started})`.as("at_start"),
        atEnd: sql<number>`sum(${running})`.as("at_end"),
        began: sql<number>`sum(created_at >= ${from})`.as("began"),
        ended: sql<number>`sum(${cancelled})`.as("ended"),
        lost: sql<number>`sum(${started} and ${cancelled})`.as("lost"),
        monthlyAtStart: sql<number>`sum(iif(${started}, ${MONTHLY}, 0))`.as("monthly_at_start"),
        monthlyAtEnd: sql<number>`sum(iif(${running}, ${MONTHLY}, 0))`.as("monthly_at_end"),
        monthlyLost: sql<number>`sum(iif(${started} and ${cancelled}, ${MONTHLY}, 0))`.as("monthly_lost"),
      })
      .from(net ? priced : sql`subscriptions`)
      .where(sql`created_at <= ${to}`)
      .groupBy(sql`service_id`),
    ctx.db
      .select({
        serviceId: sql<string>`s.service_id`.as("id"),
        count: sql<number>`count(*)`.as("count"),
        amount: sql<number>`sum(${netOfCycle(ctx, sql`c`)})`.as("amount"),
      })
      .from(
        sql`billing_cycles c indexed by billing_cycles_recovered cross join subscriptions s on s.id = c.subscription_id`,
      )
      .where(sql`c.state = 'paid' and c.last_failure is not null and c.paid_at between ${from} and ${to}`)
      .groupBy(sql`s.service_id`),
  ]);
  const none = { recoveredCount: 0, recoveredAmount: 0 };
  const byService = new Map(lines.map((line): [string, SubscriptionLine] => [line.serviceId, { ...line, ...none }]));
  for (const { serviceId, count, amount } of recovered) {
    const line = byService.get(serviceId);
    // A paid renewal's subscription started earlier, so its line exists.
    if (line) Object.assign(line, { recoveredCount: count, recoveredAmount: amount });
  }
  return [...byService.values()]
    .filter(({ atStart, atEnd, began, ended, recoveredCount }) => atStart + atEnd + began + ended + recoveredCount > 0)
    .sort((a, b) => b.monthlyAtEnd - a.monthlyAtEnd || a.serviceName.localeCompare(b.serviceName));
}
