import { and, type SQL, sql } from "drizzle-orm";
import type { Page } from "~/list/defineList";
import { batchRaw } from "~db/client.server";
import { type FilterColumns, listWhere } from "~db/runList.server";
import { affiliateTotals, users } from "~db/schema";
import { usersByNameSubstring } from "~db/usersByNameSubstring";
import { authorize } from "../access";
import type { Context } from "../context";
import type { Cents } from "../money";
import type { AffiliateFilterKey, AffiliateQuery, AffiliateSort } from "./affiliateList";

/** A row of the list. Cents and ms UTC. */
export interface AffiliateRow {
  userId: string;
  name: string;
  email: string;
  code: string | null;
  /** Payments of referred clients less refunds (rules.md affiliates/statistics). */
  totalRevenue: Cents;
  signedUpAt: number;
  /** The latest paid order of those clients, less its refunds. */
  latestRevenue: Cents | null;
  latestRevenueAt: number | null;
}

const columns: FilterColumns<AffiliateFilterKey> = {
  name: (filter) =>
    filter.operation === "like" ? sql`${users.id} in ${usersByNameSubstring(String(filter.value))}` : undefined,
  email: users.emailFolded,
  code: (filter) =>
    "value" in filter
      ? filter.operation === "eq"
        ? sql`${users.affiliateCode} = ${String(filter.value).toUpperCase()}`
        : sql`instr(${users.affiliateCode}, ${String(filter.value).toUpperCase()}) > 0`
      : undefined,
  signedUpDate: users.createdAt,
  latestRevenueDate: affiliateTotals.latestPaidAt,
};

const fields = {
  userId: sql<string>`users.id`.as("userId"),
  name: sql<string>`trim(users.first_name || ' ' || users.last_name)`.as("name"),
  email: sql<string>`users.email`.as("email"),
  code: sql<string | null>`users.affiliate_code`.as("code"),
  totalRevenue: sql<number>`coalesce(affiliate_totals.revenue, 0)`.as("totalRevenue"),
  signedUpAt: sql<number>`users.created_at`.as("signedUpAt"),
  latestRevenue: sql<number | null>`o.total - o.refunded`.as("latestRevenue"),
  latestRevenueAt: sql<number | null>`affiliate_totals.latest_paid_at`.as("latestRevenueAt"),
};

const affiliates = sql`users left join affiliate_totals on affiliate_totals.affiliate_id = users.id`;
/** Matches the partial index of affiliates. The plus keeps SQLite from using the role index instead. */
const isAffiliate = sql`users.affiliate = 1 and users.deleted_at is null and +users.role = 'CUSTOMER'`;
const whereOf = (query: AffiliateQuery, behind?: SQL) => and(isAffiliate, listWhere(query, columns), behind);

const sortTerms: Record<AffiliateSort, SQL> = {
  signedUpDate: sql`users.created_at`,
  totalRevenue: sql`coalesce(affiliate_totals.revenue, 0)`,
  latestRevenueDate: sql`coalesce(affiliate_totals.latest_paid_at, 0)`,
};
const orderOf = ({ sort }: AffiliateQuery) =>
  sql`${sortTerms[sort.by]} ${sql.raw(sort.direction)}, users.id ${sql.raw(sort.direction)}`;

const selectRows = ({ db }: Context, query: AffiliateQuery, window: SQL, behind?: SQL) =>
  db
    .select(fields)
    .from(
      sql`(select users.id from ${affiliates} where ${whereOf(query, behind)} order by ${orderOf(query)} ${window}) m join users on users.id = m.id left join affiliate_totals on affiliate_totals.affiliate_id = users.id left join orders o on o.id = affiliate_totals.latest_order_id`,
    )
    .orderBy(orderOf(query));

const selectTotal = ({ db }: Context, query: AffiliateQuery) =>
  db
    .select({ total: sql<number>`m.total`.as("total") })
    .from(sql`(select count(*) as total from ${affiliates} where ${whereOf(query)}) m`);

/**
 * Returns a page of enabled affiliates with the total, in one round trip (POST /affiliates/find). Revenue comes from
 * counters, so no orders are scanned.
 */
export async function findAffiliates(ctx: Context, query: AffiliateQuery): Promise<Page<AffiliateRow>> {
  authorize(ctx, "affiliates.list");
  // Validated integers, inlined to save bound parameters.
  const window = sql.raw(`limit ${query.pageSize} offset ${query.page * query.pageSize}`);
  const [content, totals] = await batchRaw(ctx.db, selectRows(ctx, query, window), selectTotal(ctx, query));
  return { content, totalElements: totals[0]?.total ?? 0 };
}

/** Rows per statement, which limits memory. */
const EXPORT_PAGE = 2000;

/** Streams all affiliates that the query matches, in its order, ignoring the page (rules.md exports/complete). */
export async function exportAffiliates(
  ctx: Context,
  query: AffiliateQuery,
): Promise<{ total: number; pages: AsyncIterable<AffiliateRow[]> }> {
  authorize(ctx, "affiliates.export");
  const counted = await selectTotal(ctx, query).get();
  return { total: counted?.total ?? 0, pages: pagesOf(ctx, query) };
}

async function* pagesOf(ctx: Context, query: AffiliateQuery): AsyncGenerator<AffiliateRow[]> {
  const isAfter = query.sort.direction === "asc" ? sql.raw(">") : sql.raw("<");
  const at = (row: AffiliateRow) =>
    ({
      signedUpDate: row.signedUpAt,
      totalRevenue: row.totalRevenue,
      latestRevenueDate: row.latestRevenueAt ?? 0,
    })[query.sort.by];
  let behind: SQL | undefined;
  for (;;) {
    const rows: AffiliateRow[] = await selectRows(ctx, query, sql.raw(`limit ${EXPORT_PAGE}`), behind);
    yield rows;
    const last = rows[EXPORT_PAGE - 1];
    if (!last) return;
    behind = sql`(${sortTerms[query.sort.by]}, users.id) ${isAfter} (${at(last)}, ${last.userId})`;
  }
}
