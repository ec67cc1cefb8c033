import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { ListFilter, ListQuery, Page } from "~/list/defineList";
import { readPlain } from "~db/client.server";
import { foldText } from "~db/foldText";
import { MAX_BRANCHES, mergedRows } from "~db/mergedRows";
import { columnWhere, type FilterColumns, listWhere } from "~db/runList.server";
import { orderCounters, orders, orderTotals } from "~db/schema";
import { authorize } from "../access";
import { type Context, isStaff, userOf } from "../context";
import type { Cents } from "../money";
import type { OrderFilterKey } from "./orderList";
import { type OrderStatus, orderStatuses, type PayState } from "./orderStates";
import { visibleOrders } from "./visibleOrders";

export type OrderQuery = ListQuery<OrderFilterKey, "createdTime">;
type OrderFilter = ListFilter<OrderFilterKey>;

/** One line of the order list. Cents and ms UTC. */
export interface OrderListRow {
  id: string;
  /** The number for people (decision O9). */
  number: number;
  serviceId: string;
  serviceName: string;
  /** Null for customers, whose list holds their own orders alone. */
  client: { id: string; name: string } | null;
  total: Cents;
  createdAt: number;
  completedAt: number | null;
  assignedTo: { id: string; name: string } | null;
  status: OrderStatus;
  payState: PayState;
}

const DAY_MS = 86_400_000;
/** D1 binds at most 100 values a statement. */
const MAX_BOUND = 90;

const columns: FilterColumns<OrderFilterKey> = {
  orderId: orders.number,
  status: orders.status,
  serviceId: orders.serviceId,
  assignedToAdminId: orders.assignedToId,
  clientId: orders.clientId,
  // Names are searched on users and orders joined by id: orders are never scanned for a name (architecture section 7).
  clientName: (filter) =>
    filter.operation === "like"
      ? sql`${orders.clientId} in (select id from users where role = 'CUSTOMER' and instr(first_name_folded || ' ' || last_name_folded, ${foldText(String(filter.value))}) > 0)`
      : undefined,
  createdTime: orders.createdAt,
  completedDate: orders.completedAt,
};

const rowColumns = sql`${orders.id} as id, ${orders.number} as number, ${orders.serviceId} as service_id, ${orders.serviceName} as service_name, ${orders.clientId} as client_id, ${orders.total} as total, ${orders.createdAt} as created_at, ${orders.completedAt} as completed_at, ${orders.assignedToId} as assigned_to_id, ${orders.status} as status, ${orders.payState} as pay_state`;

/**
 * One page of the orders that the actor can see, with the total, in one round trip. Staff filter freely; a customer's own
 * client id is forced whatever was asked (document 2 section 2, quality S12). Every list reads by index: see db/mergedRows.
 */
export async function findOrders(ctx: Context, asked: OrderQuery): Promise<Page<OrderListRow>> {
  authorize(ctx, "orders.list");
  const staff = isStaff(ctx.actor);
  const filters = asked.filters.filter((filter) => !choosesAll(filter) && (staff || filter.key !== "clientId"));
  const query = { ...asked, filters };
  if (query.filters.some((filter) => filter.key === "clientName")) return await findByName(ctx, query);
  const [rows, totals] = await readPlain(ctx.db, selectRows(ctx, pageOf(ctx, query)), selectTotal(ctx, query));
  return {
    content: (rows as unknown as PlainRow[]).map((row) => toRow(row, staff)),
    totalElements: Number(totals?.[0]?.total ?? 0),
  };
}

/** Every status ticked is no filter. */
const choosesAll = (filter: OrderFilter) =>
  filter.key === "status" && filter.operation === "in" && new Set(filter.values).size === orderStatuses.length;

const orderOf = ({ sort }: OrderQuery) =>
  sort.direction === "asc" ? sql`created_at asc, id asc` : sql`created_at desc, id desc`;
// Integers of a checked query: written into the text, they cost no bound value.
const windowOf = ({ page, pageSize }: OrderQuery) => sql.raw(`limit ${pageSize} offset ${page * pageSize}`);

/** The rows of the page before names are looked up, each branch by its own index. */
function pageOf(ctx: Context, query: OrderQuery): SQL {
  const visible = visibleOrders(ctx.actor);
  const branches = branchesOf(query.filters).map((branch) => and(visible, branch));
  const selects = branches.map((where) => sql`select ${rowColumns} from orders${where ? sql` where ${where}` : sql``}`);
  const wanted = (query.page + 1) * query.pageSize;
  return sql`${mergedRows(selects, orderOf(query), wanted)} order by ${orderOf(query)} ${windowOf(query)}`;
}

/**
 * The filters as alternatives that one index each can answer in the order of the list: every combination of chosen values
 * is one. A single one, read and sorted, when there would be too many.
 */
function branchesOf(filters: OrderFilter[]): (SQL | undefined)[] {
  let branches: (SQL | undefined)[] = [undefined];
  let bound = 0;
  for (const filter of filters) {
    const alternatives = alternativesOf(filter);
    branches = branches.flatMap((branch) => alternatives.map((one) => and(branch, one)));
    bound += filter.operation === "btn" ? 3 : 1;
    // One more for a customer's own id.
    if (branches.length > MAX_BRANCHES || branches.length * (bound + 1) > MAX_BOUND)
      return [and(...filters.map((one) => whereOf(one)))];
  }
  return branches;
}

function alternativesOf(filter: OrderFilter): (SQL | undefined)[] {
  const column = columns[filter.key];
  if (typeof column !== "function" && filter.operation === "in")
    return [...new Set(filter.values)].map((value) => eq(column, value));
  if (filter.key === "completedDate" && filter.operation === "btn") {
    const first = Math.floor(filter.from / DAY_MS);
    const days = Math.floor(filter.to / DAY_MS) - first + 1;
    if (days >= 1 && days <= MAX_BRANCHES)
      return Array.from({ length: days }, (_, day) =>
        // Written into the text: the planner takes an index on an expression only for the very same expression.
        and(sql.raw(`completed_at / ${DAY_MS} = ${first + day}`), whereOf(filter)),
      );
  }
  return [whereOf(filter)];
}

function whereOf(filter: OrderFilter): SQL | undefined {
  const column = columns[filter.key];
  return typeof column === "function" ? column(filter) : columnWhere(column, filter);
}

const plain = (column: string) => sql`m.${sql.raw(column)}`.as(column);
const nameOf = (column: string) =>
  sql`(select trim(first_name || ' ' || last_name) from users where users.id = m.${sql.raw(column)})`;

/** The fields of a row of `m`. Names are looked up for the rows of one page, and for no others. */
const fieldsFor = (ctx: Context) => ({
  id: plain("id"),
  number: plain("number"),
  serviceId: plain("service_id"),
  serviceName: plain("service_name"),
  clientId: plain("client_id"),
  // Not looked up for a customer: it is always the same name, and never shown.
  clientName: (isStaff(ctx.actor) ? nameOf("client_id") : sql`null`).as("client_name"),
  total: plain("total"),
  createdAt: plain("created_at"),
  completedAt: plain("completed_at"),
  assignedToId: plain("assigned_to_id"),
  assignedToName: nameOf("assigned_to_id").as("assigned_to_name"),
  status: plain("status"),
  payState: plain("pay_state"),
});
const selectRows = (ctx: Context, page: SQL) => ctx.db.select(fieldsFor(ctx)).from(sql`(${page}) m`);

/** A row under the names that SQL gives its columns. */
interface PlainRow {
  id: string;
  number: number;
  service_id: string;
  service_name: string;
  client_id: string;
  client_name: string | null;
  total: number;
  created_at: number;
  completed_at: number | null;
  assigned_to_id: string | null;
  assigned_to_name: string | null;
  status: OrderStatus;
  pay_state: PayState;
}

/** The total, from the kept counters where they answer the question, else counted by index. */
function selectTotal(ctx: Context, query: OrderQuery) {
  const { db, actor } = ctx;
  const user = isStaff(actor) ? null : userOf(actor);
  const ofClient = query.filters.filter((filter) => filter.key === "clientId");
  const ofStatus = query.filters.filter((filter) => filter.key === "status");
  const scope = user?.id ?? (ofClient[0]?.operation === "eq" ? String(ofClient[0].value) : "all");
  const others = query.filters.length - ofClient.length - ofStatus.length;
  if (others > 0 || ofClient.length > 1 || ofStatus.length > 1)
    return db
      .select({ total: sql`count(*)`.as("total") })
      .from(orders)
      .where(and(visibleOrders(actor), listWhere(query, columns)));
  const [status] = ofStatus;
  if (!status)
    return db
      .select({ total: sql`coalesce(sum(${orderTotals.count}), 0)`.as("total") })
      .from(orderTotals)
      .where(eq(orderTotals.scope, scope));
  const statuses = (status.operation === "in" ? status.values : status.operation === "eq" ? [status.value] : []).map(
    (value) => value as OrderStatus,
  );
  return db
    .select({ total: sql`coalesce(sum(${orderCounters.count}), 0)`.as("total") })
    .from(orderCounters)
    .where(and(eq(orderCounters.scope, scope), inArray(orderCounters.status, statuses)));
}

/** With a name the users are read once, for rows and total together (quality P5). */
async function findByName(ctx: Context, query: OrderQuery): Promise<Page<OrderListRow>> {
  const found = sql`with found as materialized (select ${rowColumns} from orders where ${and(visibleOrders(ctx.actor), listWhere(query, columns))})`;
  const page = sql`${found} select * from (select count(*) as matches from found) left join (select * from found order by ${orderOf(query)} ${windowOf(query)}) on true`;
  const select = ctx.db.select({ ...fieldsFor(ctx), matches: plain("matches") }).from(sql`(${page}) m`);
  const [rows] = (await readPlain(ctx.db, select)) as unknown as [(PlainRow & { matches: number })[]];
  return {
    content: rows.filter((row) => row.id !== null).map((row) => toRow(row, isStaff(ctx.actor))),
    totalElements: rows[0]?.matches ?? 0,
  };
}

const toRow = (row: PlainRow, staff: boolean): OrderListRow => ({
  id: row.id,
  number: row.number,
  serviceId: row.service_id,
  serviceName: row.service_name,
  client: staff ? { id: row.client_id, name: row.client_name ?? "" } : null,
  total: row.total,
  createdAt: row.created_at,
  completedAt: row.completed_at,
  assignedTo: row.assigned_to_id ? { id: row.assigned_to_id, name: row.assigned_to_name ?? "" } : null,
  status: row.status,
  payState: row.pay_state,
});
