import { eq, sql } from "drizzle-orm";
import type { Page } from "~/list/defineList";
import { exportList } from "~db/exportList.server";
import { fullName } from "~db/fullName";
import { type ListRow, listSource, runList } from "~db/runList.server";
import { affiliateTotals, orders, users } from "~db/schema";
import { usersByNameSubstring } from "~db/usersByNameSubstring";
import { authorize } from "../access";
import type { Context } from "../context";
import type { AffiliateQuery } from "./affiliateList";

const totals = sql`left join ${affiliateTotals} on ${eq(affiliateTotals.affiliateId, users.id)}`;
const revenue = sql<number>`coalesce(${affiliateTotals.revenue}, 0)`;

const affiliates = listSource({
  table: users,
  id: users.id,
  columns: {
    userId: users.id,
    name: fullName(users),
    email: users.email,
    code: users.affiliateCode,
    /** 0 for a client whose affiliate account was turned off or deleted. */
    enabled: sql<0 | 1>`${users.affiliate} = 1 and ${users.deletedAt} is null`,
    /** Payments of referred clients less refunds (rules.md affiliates/statistics). */
    totalRevenue: revenue,
    signedUpAt: users.createdAt,
    /** The latest paid order of those clients, less its refunds. */
    latestRevenue: sql<number | null>`${orders.total} - ${orders.refunded}`,
    latestRevenueAt: sql<number | null>`${affiliateTotals.latestPaidAt}`,
  },
  filterJoin: totals,
  join: sql`${totals} left join ${orders} on ${eq(orders.id, affiliateTotals.latestOrderId)}`,
  filters: {
    name: (filter) =>
      filter.operation === "like" ? sql`${users.id} in ${usersByNameSubstring(String(filter.value))}` : undefined,
    email: users.emailFolded,
    code: (filter) => {
      if (!("value" in filter)) return undefined;
      const code = String(filter.value).toUpperCase();
      return filter.operation === "eq"
        ? eq(users.affiliateCode, code)
        : sql`instr(${users.affiliateCode}, ${code}) > 0`;
    },
    signedUpDate: users.createdAt,
    latestRevenueDate: affiliateTotals.latestPaidAt,
  },
  sorts: {
    signedUpDate: users.createdAt,
    totalRevenue: revenue,
    latestRevenueDate: sql<number>`coalesce(${affiliateTotals.latestPaidAt}, 0)`,
  },
});

/** A row of the list. Cents and ms UTC. */
export type AffiliateRow = ListRow<typeof affiliates>;

/**
 * Enabled affiliates, and others until they are paid (rules.md affiliates/owed). The first condition is the partial
 * index's own. The plus keeps SQLite from using the role index instead.
 */
const isListed = sql`(users.affiliate = 1 or users.open_commissions > 0)
  and (users.deleted_at is null or users.open_commissions > 0) and +users.role = 'CUSTOMER'`;

/**
 * Returns a page of affiliates with the total, in one round trip (POST /affiliates/find). Revenue comes from
 * counters, so no orders are scanned.
 */
export async function findAffiliates(ctx: Context, query: AffiliateQuery): Promise<Page<AffiliateRow>> {
  authorize(ctx, "affiliates.list");
  return await runList(ctx.db, affiliates, query, { where: isListed });
}

/** Streams all affiliates that the query matches, in its order (rules.md exports/complete). */
export async function exportAffiliates(ctx: Context, query: AffiliateQuery) {
  authorize(ctx, "affiliates.export");
  return await exportList(ctx.db, affiliates, query, { where: isListed });
}
