import { sql } from "drizzle-orm";
import { batchRaw, rawSelect } from "~db/client.server";
import { authorize } from "../access";
import type { Context } from "../context";
import { paidIn } from "../dashboard/revenueRules";
import type { DashboardRange } from "../dateRange";
import { DAY_MS } from "../days";
import type { Cents } from "../money";
import { reportRange } from "./reportRange";

/** Orders of one service that were paid after a mail about their unfinished checkout (rules.md reports/recovered). */
export type RecoveredLine = {
  serviceId: string;
  serviceName: string;
  orders: number;
  /** What they were paid with, before refunds. */
  revenue: Cents;
};

/** Mails are as old at most: unpaid orders are closed a day after they were begun or reopened. */
const LONGEST_MS = 31 * DAY_MS;

/**
 * Recovered orders and revenue by service, largest first. Reads the mails of the range by index, and the order of each.
 */
export async function recoveredReport(ctx: Context, requested: DashboardRange | null): Promise<RecoveredLine[]> {
  authorize(ctx, "reports.view");
  const range = reportRange(ctx, requested);
  const read = sql`with mailed as materialized (
      select cart_key, min(sent_at) as sent_at from cart_mails indexed by cart_mails_queued
      where queued_at between ${range.from - LONGEST_MS} and ${range.to} and sent_at is not null group by cart_key)
    select orders.service_id as serviceId,
      (select name from services where services.id = orders.service_id) as serviceName,
      count(*) as orders, sum(orders.total) as revenue
    from mailed cross join orders indexed by orders_checkout_key on orders.checkout_key = mailed.cart_key
    where ${paidIn(range)} and orders.paid_at > mailed.sent_at
    group by orders.service_id order by revenue desc, serviceName, orders.service_id`;
  const [rows] = await batchRaw(ctx.db, rawSelect<RecoveredLine>(read));
  return rows;
}
