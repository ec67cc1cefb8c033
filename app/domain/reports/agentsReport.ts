import { sql } from "drizzle-orm";
import { batchRaw } from "~db/client.server";
import { authorize } from "../access";
import type { Context } from "../context";
import type { DashboardRange } from "../dateRange";
import type { Cents } from "../money";
import { reportRange } from "./reportRange";
import { nameOf, paidOnce, revenueLines } from "./revenueLines";

/** One team member's orders of a range. Unassigned orders form one extra line. */
export interface AgentLine {
  /** Null for orders without an assignee. */
  agentId: string | null;
  agentName: string | null;
  /** Clients who paid, and their paid orders. */
  clientsCount: number;
  ordersCount: number;
  /** From clients whose first paid order is in the range (rules.md reports/columns). */
  newRevenue: Cents;
  totalRevenue: Cents;
}

/**
 * Revenue by the order's assignee, largest first (GET /admin/report/agents). The sum equals the dashboard's revenue.
 */
export async function agentsReport(ctx: Context, requested: DashboardRange | null): Promise<AgentLine[]> {
  authorize(ctx, "reports.view");
  const range = reportRange(ctx, requested);
  const read = sql`with money as materialized (${revenueLines([range])}),
    new_clients as materialized (
      select client_id from (select distinct client_id from money where orders = 1) payers
        where ${paidOnce("payers.client_id", "first")} >= ${range.from}
    )
    select admin_id, count(distinct iif(orders = 1, client_id, null)) as clients, sum(orders) as orders, sum(amount) as revenue,
      sum(iif(client_id in (select client_id from new_clients), amount, 0)) as new_revenue
    from money group by admin_id`;
  const select = ctx.db
    .select({
      agentId: sql<string | null>`s.admin_id`.as("agentId"),
      agentName: nameOf("s.admin_id").as("agentName"),
      clientsCount: sql<number>`s.clients`.as("clientsCount"),
      ordersCount: sql<number>`s.orders`.as("ordersCount"),
      newRevenue: sql<number>`s.new_revenue`.as("newRevenue"),
      totalRevenue: sql<number>`s.revenue`.as("totalRevenue"),
    })
    .from(sql`(${read}) s`)
    .orderBy(sql`s.revenue desc, ${nameOf("s.admin_id")}, s.admin_id`);
  const [lines] = await batchRaw(ctx.db, select);
  return lines;
}
