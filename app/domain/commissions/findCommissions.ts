import { and, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { ListFilter, Page } from "~/list/defineList";
import { exportList } from "~db/exportList.server";
import { fullName } from "~db/fullName";
import { columnWhere, listWhere } from "~db/listWhere.server";
import { type ListRow, listSource, readListRow, runList } from "~db/runList.server";
import { affiliateProgramme, attributions, commissionCounters, commissions, orders, users } from "~db/schema";
import { usersByNameSubstring } from "~db/usersByNameSubstring";
import { authorize } from "../access";
import type { SelfReferral } from "../attribution/attributionReasons";
import { type Context, isStaff } from "../context";
import { DAY_MS } from "../days";
import { Invalid } from "../errors";
import type { Cents } from "../money";
import type { CommissionFilterKey, CommissionQuery } from "./commissionList";
import { type CommissionKind, type CommissionState, type CommissionStatus, MAX_MATCHING } from "./commissionStates";
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

const client = alias(users, "client");
const affiliate = alias(users, "affiliate");

const listed = listSource({
  table: commissions,
  id: commissions.id,
  columns: {
    id: commissions.id,
    version: commissions.version,
    kind: commissions.kind,
    orderId: commissions.orderId,
    orderNumber: orders.number,
    serviceName: orders.serviceName,
    clientId: commissions.clientId,
    clientName: fullName(client),
    affiliateId: commissions.affiliateId,
    affiliateName: fullName(affiliate),
    orderAmount: commissions.orderAmount,
    amount: commissions.amount,
    orderPaidAt: commissions.orderPaidAt,
    createdAt: commissions.createdAt,
    status: commissions.status,
    selfReferral: commissions.selfReferral,
    voidedAt: commissions.voidedAt,
    approvableAt: sql<number>`${commissions.orderPaidAt} + ${affiliateProgramme.holdingDays} * ${sql.raw(String(DAY_MS))}`,
    isReferral: sql<number>`coalesce(${eq(attributions.affiliateId, commissions.affiliateId)}, 0)`,
  },
  join: sql.join(
    [
      sql`left join ${orders} on ${eq(orders.id, commissions.orderId)}`,
      sql`left join ${users} ${client} on ${eq(client.id, commissions.clientId)}`,
      sql`left join ${users} ${affiliate} on ${eq(affiliate.id, commissions.affiliateId)}`,
      sql`left join ${attributions} on ${eq(attributions.userId, commissions.clientId)}`,
      sql`left join ${affiliateProgramme} on true`,
    ],
    sql` `,
  ),
  filters: {
    refereeClientName: byName(sql`${commissions.clientId}`),
    referrerClientName: byName(sql`${commissions.affiliateId}`),
    orderId: (filter) =>
      !("value" in filter)
        ? undefined
        : filter.operation === "eq"
          ? sql`${commissions.orderId} = (select id from orders where number = ${Number(filter.value)})`
          : sql`exists (select 1 from orders typed where typed.id = ${commissions.orderId} and instr(typed.number, ${String(filter.value)}) > 0)`,
    orderPaidDate: commissions.orderPaidAt,
    createdTime: commissions.createdAt,
    status: commissions.status,
    // Depends on the time: stateWhere.
    state: () => undefined,
    referrerClientId: commissions.affiliateId,
    refereeClientId: commissions.clientId,
  },
  sorts: { createdTime: commissions.createdAt, orderPaidDate: commissions.orderPaidAt },
  scans: () => true,
});

/**
 * Affiliates can only search names they can see, or the filter would let them guess hidden ones (rules.md
 * security/internal-text).
 */
const readableNames = ({ actor }: Context, { filters }: CommissionQuery) =>
  isStaff(actor) || actor.kind === "system" || !filters.some(({ key }) => key === "refereeClientName")
    ? undefined
    : sql`exists (select 1 from attributions t where t.user_id = ${commissions.clientId} and t.affiliate_id = ${commissions.affiliateId})`;
/** Removes a client name that the actor may not see. */
const readableRow =
  ({ actor }: Context) =>
  ({ isReferral, clientName, ...row }: ListRow<typeof listed>): CommissionListRow => ({
    ...row,
    clientName: isStaff(actor) || isReferral ? clientName : null,
  });

/** Customers always get their own commissions, so their affiliate filter is dropped. */
function effectiveQuery(ctx: Context, query: CommissionQuery): CommissionQuery {
  if (isStaff(ctx.actor) || ctx.actor.kind === "system") return query;
  return { ...query, filters: query.filters.filter(({ key }) => key !== "referrerClientId") };
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

/** The rows of the chosen states, as they are now. */
function stateWhere({ now }: Context, { filters }: CommissionQuery): SQL | undefined {
  const held = sql`(select ${now} - ${affiliateProgramme.holdingDays} * ${sql.raw(String(DAY_MS))} from ${affiliateProgramme})`;
  const open = and(eq(commissions.status, "CREATED"), isNull(commissions.voidedAt));
  const conditions: Record<CommissionState, SQL | undefined> = {
    HOLDING: and(open, sql`${commissions.orderPaidAt} > ${held}`),
    APPROVABLE: and(open, sql`${commissions.orderPaidAt} <= ${held}`),
    VOID: isNotNull(commissions.voidedAt),
    SELF_REFERRAL: isNotNull(commissions.selfReferral),
  };
  const chosen = filters.find(({ key }) => key === "state");
  if (!chosen) return undefined;
  const states = "values" in chosen ? chosen.values : "value" in chosen ? [chosen.value] : [];
  return or(...states.map((state) => conditions[state as CommissionState]));
}

/** The ids of all commissions that the query matches, for a bulk change. Throws Invalid for too many. */
export async function matchingCommissionIds(ctx: Context, query: CommissionQuery): Promise<string[]> {
  authorize(ctx, "commissions.manage");
  const { content, totalElements } = await findCommissions(ctx, { ...query, page: 0, pageSize: MAX_MATCHING });
  if (totalElements > MAX_MATCHING)
    throw new Invalid(`Narrow the filter: at most ${MAX_MATCHING} commissions can be changed at a time`, "commission");
  return content.map(({ id }) => id);
}

const scopeOf = (ctx: Context, query: CommissionQuery) => ({
  where: and(stateWhere(ctx, query), visibleCommissions(ctx.actor), readableNames(ctx, query)),
  total: countedBy(ctx, query),
  toRow: readableRow(ctx),
});

/**
 * Returns a page of the commissions the actor may see, with the total, in one round trip (POST /commissions/find).
 * Customers get only their own APPROVED and PAID ones. Totals come from counters where possible.
 */
export async function findCommissions(ctx: Context, query: CommissionQuery): Promise<Page<CommissionListRow>> {
  authorize(ctx, "commissions.list");
  const effective = effectiveQuery(ctx, query);
  return await runList(ctx.db, listed, effective, scopeOf(ctx, effective));
}

export interface CommissionsToChange extends Page<CommissionListRow> {
  /** The sum of all that match, when there are more than on the page and one change may take them. */
  matchingAmount: Cents | null;
}

/** A page of the staff's list, where all that match can be chosen. */
export async function commissionsToChange(ctx: Context, query: CommissionQuery): Promise<CommissionsToChange> {
  authorize(ctx, "commissions.manage");
  const page = await findCommissions(ctx, query);
  const { content, totalElements } = page;
  if (totalElements <= content.length || totalElements > MAX_MATCHING) return { ...page, matchingAmount: null };
  const [sum] = await ctx.db
    .select({ amount: sql<number>`sum(${commissions.amount})`.as("matching_amount") })
    .from(commissions)
    .where(and(scopeOf(ctx, query).where, listWhere(query, listed.filters)));
  return { ...page, matchingAmount: sum!.amount };
}

/** Streams all commissions that the query matches, in its order (rules.md exports/complete). */
export async function exportCommissions(ctx: Context, query: CommissionQuery) {
  authorize(ctx, "commissions.export");
  return await exportList(ctx.db, listed, query, scopeOf(ctx, query));
}

/** Returns a commission the actor may see, or null. */
export async function readCommission(ctx: Context, id: string): Promise<CommissionListRow | null> {
  const row = await readListRow(ctx.db, listed, and(eq(commissions.id, id), visibleCommissions(ctx.actor)));
  return row && readableRow(ctx)(row);
}
