import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Page } from "~/list/defineList";
import { batchRaw, type Db } from "~db/client.server";
import { LruCache } from "~db/lruCache";
import { listWhere } from "~db/runList.server";
import { orderCounters, orders } from "~db/schema";
import { unionAllByIndex } from "~db/unionAllByIndex";
import { authorize } from "../access";
import { type Context, isStaff, userOf } from "../context";
import {
  branchesOf,
  checkedQuery,
  fieldsFor,
  type OrderListRow,
  type OrderQuery,
  orderColumns,
  orderOf,
  rowColumns,
  selectRows,
  toRow,
} from "./orderListRows";
import type { OrderStatus } from "./orderStates";
import { visibleOrders } from "./visibleOrders";

export type { OrderListRow, OrderQuery } from "./orderListRows";

/**
 * One page of the orders that the actor can see, with the total, in one round trip. Staff filter freely; customers
 * are always limited to their own client id (rules.md lists/allow-list). Every list reads by index: see
 * db/unionAllByIndex.
 */
export async function findOrders(ctx: Context, asked: OrderQuery): Promise<Page<OrderListRow>> {
  authorize(ctx, "orders.list");
  const query = checkedQuery(ctx.actor, asked);
  if (query.filters.some((filter) => filter.key === "clientName")) return await findByName(ctx, query);
  const { selects, toPage } = orderPage(ctx, query);
  return toPage(await batchRaw(ctx.db, ...selects));
}

const kept = new WeakMap<Db, LruCache<ReturnType<typeof buildPage>>>();
const MOST_KEPT = 200;

/**
 * A page without a name filter: two statements for the caller's batch, and `toPage` for their rows. Caches recently
 * built statements, because building the SQL takes as long as running it (rules.md speed/order-find).
 */
export function orderPage(ctx: Context, query: OrderQuery) {
  const { db, actor } = ctx;
  const pages = kept.get(db) ?? new LruCache(MOST_KEPT);
  kept.set(db, pages);
  // The statements depend only on the query and on whose orders are visible.
  const asker = isStaff(actor) ? "staff" : (userOf(actor)?.id ?? actor.kind);
  const name = JSON.stringify([asker, query]);
  const page = pages.get(name) ?? buildPage(ctx, query);
  pages.keep(name, page);
  return page;
}

function buildPage(ctx: Context, query: OrderQuery) {
  const selects = [selectRows(ctx, pageOf(ctx, query)), selectTotal(ctx, query)] as const;
  type Rows = Awaited<(typeof selects)[0]>;
  type Totals = Awaited<(typeof selects)[1]>;
  const staff = isStaff(ctx.actor);
  const toPage = ([rows, totals]: [Rows, Totals]): Page<OrderListRow> => ({
    content: rows.map((row) => toRow(row, staff)),
    totalElements: totals[0]?.total ?? 0,
  });
  return { selects, toPage };
}

// Validated integers, inlined to save bound values.
const limitClause = ({ page, pageSize }: OrderQuery) => sql.raw(`limit ${pageSize} offset ${page * pageSize}`);

/** The rows of the page without names, each branch read by its own index. */
function pageOf(ctx: Context, query: OrderQuery): SQL {
  const visible = visibleOrders(ctx.actor);
  // When no index has the list's order, one branch reads and sorts everything.
  const branches = (branchesOf(query.filters) ?? [listWhere(query, orderColumns)]).map((branch) =>
    and(visible, branch),
  );
  const selects = branches.map((where) => sql`select ${rowColumns} from orders${where ? sql` where ${where}` : sql``}`);
  return sql`${unionAllByIndex(selects)} order by ${orderOf(query)} ${limitClause(query)}`;
}

/** The counter scope that covers all orders. */
const ALL = "all";

/** The number of matching orders, from stored counters where they cover the query, else counted by index. */
export function selectTotal(ctx: Context, query: OrderQuery) {
  const { db, actor } = ctx;
  const user = isStaff(actor) ? null : userOf(actor);
  const ofClient = query.filters.filter((filter) => filter.key === "clientId");
  const ofStatus = query.filters.filter((filter) => filter.key === "status");
  const asked = ofClient[0]?.operation === "eq" ? String(ofClient[0].value) : null;
  // No client has the id 'all', which is reserved for the global scope.
  const scope = user?.id ?? (asked === ALL ? "" : (asked ?? ALL));
  const others = query.filters.length - ofClient.length - ofStatus.length;
  if (others > 0 || ofClient.length > 1 || ofStatus.length > 1)
    return db
      .select({ total: sql<number>`count(*)`.as("total") })
      .from(orders)
      .where(and(visibleOrders(actor), listWhere(query, orderColumns)));
  const [status] = ofStatus;
  // One row per status, so a scope without a status filter sums seven at most.
  const statuses =
    status && (status.operation === "in" ? status.values : status.operation === "eq" ? [status.value] : []);
  return db
    .select({ total: sql<number>`coalesce(sum(${orderCounters.count}), 0)`.as("total") })
    .from(orderCounters)
    .where(and(eq(orderCounters.scope, scope), statuses && inArray(orderCounters.status, statuses as OrderStatus[])));
}

/** A name filter has no counter, so matching orders are read once for both rows and total. */
async function findByName(ctx: Context, query: OrderQuery): Promise<Page<OrderListRow>> {
  const found = sql`with found as materialized (select ${rowColumns} from orders where ${and(visibleOrders(ctx.actor), listWhere(query, orderColumns))})`;
  const page = sql`${found} select * from (select count(*) as matches from found) left join (select * from found order by ${orderOf(query)} ${limitClause(query)}) on true`;
  const select = ctx.db.select({ ...fieldsFor(ctx), matches: sql<number>`m.matches`.as("matches") });
  const [rows] = await batchRaw(ctx.db, select.from(sql`(${page}) m`));
  return {
    content: rows.filter((row) => row.id !== null).map((row) => toRow(row, isStaff(ctx.actor))),
    totalElements: rows[0]?.matches ?? 0,
  };
}
