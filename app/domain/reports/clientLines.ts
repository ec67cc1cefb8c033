import { sql } from "drizzle-orm";
import { batchRaw } from "~db/client.server";
import type { Context } from "../context";
import type { DashboardRange } from "../dateRange";
import type { Cents } from "../money";
import type { UserStatus } from "../roles";
import { nameOf, paidOnce, revenueLines } from "./revenueLines";

/** One client of a report (rules.md reports/columns). */
export interface ClientLine {
  clientId: string;
  clientName: string;
  clientEmail: string;
  /**
   * The assignee of their latest paid order in the range; null when unassigned, or when the range holds only refunds.
   */
  agentName: string | null;
  clientStatus: UserStatus;
  ordersCount: number;
  totalRevenue: Cents;
  /** Of their latest paid order at any time; ms UTC. */
  lastPaymentDate: number | null;
}

/** With the figures of a second range. */
export interface ComparedClientLine extends ClientLine {
  ordersCount1: number;
  totalRevenue1: Cents;
}

/**
 * Clients with revenue in one of the ranges, largest first. `newOnly`: only those whose first paid order is in the
 * first range. Reads one row per payment or refund of the ranges and two per client.
 */
export async function clientLines(
  { db }: Context,
  ranges: readonly [DashboardRange, DashboardRange?],
  { newOnly = false } = {},
): Promise<ComparedClientLine[]> {
  const [range, second] = ranges;
  const of = (place: number, column: "orders" | "amount") => sql.raw(`sum(iif(place = ${place}, ${column}, 0))`);
  // SQLite takes bare columns from the row of max(), so admin_id is the latest payment's assignee.
  const clients = sql`select client_id, admin_id, max(at) as latest, ${of(0, "orders")} as orders, ${of(0, "amount")} as revenue, ${of(1, "orders")} as orders1, ${of(1, "amount")} as revenue1
    from (${revenueLines(second ? [range, second] : [range])}) group by client_id`;
  const first = newOnly ? sql`where ${paidOnce("c.client_id", "first")} >= ${range.from} and c.orders > 0` : sql``;
  const read = sql`with clients as materialized (${clients}) select c.*, u.email, u.user_status from clients c cross join users u on u.id = c.client_id ${first}`;
  const select = db
    .select({
      clientId: sql<string>`s.client_id`.as("clientId"),
      clientName: sql<string>`coalesce(${nameOf("s.client_id")}, '')`.as("clientName"),
      clientEmail: sql<string>`s.email`.as("clientEmail"),
      agentName: sql<string | null>`iif(s.latest is null, null, ${nameOf("s.admin_id")})`.as("agentName"),
      clientStatus: sql<UserStatus>`s.user_status`.as("clientStatus"),
      ordersCount: sql<number>`s.orders`.as("ordersCount"),
      totalRevenue: sql<number>`s.revenue`.as("totalRevenue"),
      lastPaymentDate: sql<number | null>`${paidOnce("s.client_id", "last")}`.as("lastPaymentDate"),
      ordersCount1: sql<number>`s.orders1`.as("ordersCount1"),
      totalRevenue1: sql<number>`s.revenue1`.as("totalRevenue1"),
    })
    .from(sql`(${read}) s`)
    .orderBy(sql`s.revenue desc, s.revenue1 desc, ${nameOf("s.client_id")}, s.client_id`);
  const [lines] = await batchRaw(db, select);
  return lines;
}
