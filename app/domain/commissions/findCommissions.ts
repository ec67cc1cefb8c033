import { and, eq, type SQL, sql } from "drizzle-orm";
import type { ListFilter, Page } from "~/list/defineList";
import { batchRaw } from "~db/client.server";
import { columnWhere, type FilterColumns, listWhere } from "~db/runList.server";
import { commissionCounters, commissions } from "~db/schema";
import { usersByNameSubstring } from "~db/usersByNameSubstring";
import { authorize } from "../access";
import type { SelfReferral } from "../attribution/attributionReasons";
import { type Context, isStaff } from "../context";
import type { Cents } from "../money";
import type { CommissionFilterKey, CommissionQuery } from "./commissionList";
import type { CommissionKind, CommissionStatus } from "./commissionStates";
import { visibleCommissions } from "./visibleCommissions";

/** A row of the list. Cents and ms UTC. */
export interface CommissionListRow {
  id: string;
  version: number;
  kind: CommissionKind;
  orderId: string;
  orderNumber: number;
  serviceName: string;
  clientId: string;
  /**
   * Null for affiliates unless the client is their own referral, e.g. after a coupon (rules.md
   * security/internal-text).
   */
  clientName: string | null;
  affiliateId: string;
  affiliateName: string;
  orderAmount: Cents;
  /** Negative in a reversal. */
  amount: Cents;
  orderPaidAt: number;
  createdAt: number;
  status: CommissionStatus;
  selfReferral: SelfReferral | null;
  voidedAt: number | null;
  /** The end of the holding period (rules.md commissions/statuses). */
  approvableAt: number;
}

const byName = (column: SQL) => (filter: ListFilter<CommissionFilterKey>) =>
  filter.operation === "like" ? sql`${column} in ${usersByNameSubstring(String(filter.value))}` : undefined;

const columns: FilterColumns<CommissionFilterKey> = {
  refereeClientName: byName(sql`${commissions.clientId}`),
  referrerClientName: byName(sql`${commissions.affiliateId}`),
  orderId: (filter) =>
    "value" in filter
      ? sql`${commissions.orderId} = (select id from orders where number = ${Number(filter.value)})`
      : undefined,
  orderPaidDate: commissions.orderPaidAt,
  createdTime: commissions.createdAt,
  status: commissions.status,
  referrerClientId: commissions.affiliateId,
  refereeClientId: (filter) => columnWhere(commissions.clientId, filter),
};

const fields = {
  id: sql<string>`m.id`.as("id"),
  version: sql<number>`m.version`.as("version"),
  kind: sql<CommissionKind>`m.kind`.as("kind"),
  orderId: sql<string>`m.order_id`.as("orderId"),
  orderNumber: sql<number>`o.number`.as("orderNumber"),
  serviceName: sql<string>`o.service_name`.as("serviceName"),
  clientId: sql<string>`m.client_id`.as("clientId"),
  clientName: sql<string>`trim(c.first_name || ' ' || c.last_name)`.as("clientName"),
  affiliateId: sql<string>`m.affiliate_id`.as("affiliateId"),
  affiliateName: sql<string>`trim(a.first_name || ' ' || a.last_name)`.as("affiliateName"),
  orderAmount: sql<number>`m.order_amount`.as("orderAmount"),
  amount: sql<number>`m.amount`.as("amount"),
  orderPaidAt: sql<number>`m.order_paid_at`.as("orderPaidAt"),
  createdAt: sql<number>`m.created_at`.as("createdAt"),
  status: sql<CommissionStatus>`m.status`.as("status"),
  selfReferral: sql<SelfReferral | null>`m.self_referral`.as("selfReferral"),
  voidedAt: sql<number | null>`m.voided_at`.as("voidedAt"),
  approvableAt: sql<number>`m.order_paid_at + g.holding_days * 86400000`.as("approvableAt"),
  isReferral: sql<number>`coalesce(t.affiliate_id = m.affiliate_id, 0)`.as("isReferral"),
};

/** Joins names and order data to the commissions `m`. */
const withNames = (rows: SQL) =>
  sql`(${rows}) m join orders o on o.id = m.order_id join users c on c.id = m.client_id join users a on a.id = m.affiliate_id join affiliate_programme g left join attributions t on t.user_id = m.client_id`;

const sortColumn = ({ sort }: CommissionQuery) => sql.raw(sort.by === "createdTime" ? "created_at" : "order_paid_at");
const orderOf = (query: CommissionQuery, of = sql``) => {
  const direction = sql.raw(query.sort.direction);
  return sql`${of}${sortColumn(query)} ${direction}, ${of}id ${direction}`;
};
const ofPage = sql.raw("m.");
// Validated integers, inlined to save bound parameters.
const limitClause = ({ page, pageSize }: CommissionQuery) => sql.raw(`limit ${pageSize} offset ${page * pageSize}`);
const whereOf = (ctx: Context, query: CommissionQuery, behind?: SQL) => {
  const where = and(visibleCommissions(ctx.actor), listWhere(query, columns), readableNames(ctx, query), behind);
  return where ? sql` where ${where}` : sql``;
};
/**
 * Affiliates can only search names they can see, or the filter would let them guess hidden ones (rules.md
 * security/internal-text).
 */
const readableNames = ({ actor }: Context, { filters }: CommissionQuery) =>
  isStaff(actor) || actor.kind === "system" || !filters.some(({ key }) => key === "refereeClientName")
    ? undefined
    : sql`exists (select 1 from attributions t where t.user_id = ${commissions.clientId} and t.affiliate_id = ${commissions.affiliateId})`;
type ReadRow = { isReferral: number; clientName: string };

/** Removes a client name that the actor may not see. */
function readableRow<Row extends ReadRow>(ctx: Context, { isReferral, clientName, ...row }: Row) {
  return { ...row, clientName: isStaff(ctx.actor) || isReferral ? clientName : null };
}

/** Customers always get their own commissions, so their affiliate filter is dropped. */
function checkedQuery(ctx: Context, query: CommissionQuery): CommissionQuery {
  if (isStaff(ctx.actor) || ctx.actor.kind === "system") return query;
  return { ...query, filters: query.filters.filter(({ key }) => key !== "referrerClientId") };
}

/**
 * Returns a page of the commissions the actor may see, with the total (POST /commissions/find). Customers get only
 * their own APPROVED and PAID ones. Totals come from counters where possible. One round trip, or two beyond the last
 * page.
 */
export async function findCommissions(ctx: Context, requested: CommissionQuery): Promise<Page<CommissionListRow>> {
  authorize(ctx, "commissions.list");
  const { db } = ctx;
  const query = checkedQuery(ctx, requested);
  const counted = countedBy(ctx, query);
  if (counted) {
    const page = sql`select * from commissions${whereOf(ctx, query)} order by ${orderOf(query)} ${limitClause(query)}`;
    const [rows, totals] = await batchRaw(
      db,
      db.select(fields).from(withNames(page)).orderBy(orderOf(query, ofPage)),
      counted,
    );
    return { content: rows.map((row) => readableRow(ctx, row)), totalElements: totals[0]?.total ?? 0 };
  }
  // Materialized, so rows and total come from one read.
  const page = sql`with found as materialized (select * from commissions${whereOf(ctx, query)}) select *, (select count(*) from found) as matches from found order by ${orderOf(query)} ${limitClause(query)}`;
  const beyond = sql`select count(*) from commissions${whereOf(ctx, query)}`;
  const [rows] = await batchRaw(
    db,
    db
      .select({ ...fields, matches: sql<number>`m.matches`.as("matches") })
      .from(withNames(page))
      .orderBy(orderOf(query, ofPage)),
  );
  const content = rows.map(({ matches: _, ...row }) => readableRow(ctx, row));
  if (rows[0] || query.page === 0) return { content, totalElements: rows[0]?.matches ?? 0 };
  // Beyond the last page there are no rows to carry the total.
  const behind = await db.select({ total: sql<number>`m.total` }).from(sql`(select (${beyond}) as total) m`).get();
  return { content, totalElements: behind?.total ?? 0 };
}

/** Returns a commission the actor may see, or null. */
export async function readCommission(ctx: Context, id: string): Promise<CommissionListRow | null> {
  const one = sql`select * from commissions where ${and(eq(commissions.id, id), visibleCommissions(ctx.actor))}`;
  const row = await ctx.db.select(fields).from(withNames(one)).get();
  return row ? readableRow(ctx, row) : null;
}

/** Selects the total from counters when staff filter by status at most; otherwise null. */
function countedBy(ctx: Context, { filters }: CommissionQuery) {
  if (!isStaff(ctx.actor) || filters.length > 1 || filters.some(({ key }) => key !== "status")) return null;
  const [status] = filters;
  return ctx.db
    .select({ total: sql<number>`coalesce(sum(${commissionCounters.count}), 0)`.as("total") })
    .from(commissionCounters)
    .where(status && columnWhere(commissionCounters.status, status));
}

/** Rows per statement, which limits memory. */
export const EXPORT_PAGE = 2000;

/** Streams all commissions that the query matches, in its order, ignoring the page (rules.md exports/complete). */
export async function exportCommissions(
  ctx: Context,
  query: CommissionQuery,
): Promise<{ total: number; pages: AsyncIterable<CommissionListRow[]> }> {
  authorize(ctx, "commissions.export");
  const counted = await (
    countedBy(ctx, query) ??
    ctx.db
      .select({ total: sql<number>`m.total`.as("total") })
      .from(sql`(select count(*) as total from commissions${whereOf(ctx, query)}) m`)
  ).get();
  return { total: counted?.total ?? 0, pages: pagesOf(ctx, query) };
}

async function* pagesOf(ctx: Context, query: CommissionQuery): AsyncGenerator<CommissionListRow[]> {
  const isAfter = query.sort.direction === "asc" ? sql.raw(">") : sql.raw("<");
  let behind: SQL | undefined;
  for (;;) {
    const page = sql`select * from commissions${whereOf(ctx, query, behind)} order by ${orderOf(query)} ${sql.raw(`limit ${EXPORT_PAGE}`)}`;
    const rows = await ctx.db.select(fields).from(withNames(page)).orderBy(orderOf(query, ofPage));
    yield rows.map((row) => readableRow(ctx, row));
    const last = rows[EXPORT_PAGE - 1];
    if (!last) return;
    const at = query.sort.by === "createdTime" ? last.createdAt : last.orderPaidAt;
    behind = sql`(${sortColumn(query)}, id) ${isAfter} (${at}, ${last.id})`;
  }
}
