import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { ListFilter, ListQuery } from "~/list/defineList";
import { foldText } from "~db/foldText";
import { fullName } from "~db/fullName";
import { columnWhere, type FilterColumns } from "~db/listWhere.server";
import { listSource } from "~db/runList.server";
import { orders, users } from "~db/schema";
import { MAX_BRANCHES } from "~db/unionAllByIndex";
import { usersByNameSubstring } from "~db/usersByNameSubstring";
import { isStaff, type Viewer } from "../context";
import { DAY_MS } from "../days";
import type { Cents } from "../money";
import { type OrderFilterKey, type OrderSort, orderList } from "./orderList";
import { type OrderPaymentType, type OrderStatus, orderStatuses, type PayState } from "./orderStates";
import { readTags, tagsOfOrder } from "./orderTags";
import type { Priority } from "./priorities";
import { shownDueAt } from "./shownDueAt";
import type { Tag } from "./tagColors";

export type OrderQuery = ListQuery<OrderFilterKey, OrderSort>;
type OrderFilter = ListFilter<OrderFilterKey>;

/** One row of the order list. Cents and ms UTC. */
export interface OrderListRow {
  id: string;
  /** The short number (rules.md orders/ids). */
  number: number;
  serviceId: string;
  serviceName: string;
  /** Null for customers, who see only their own orders. */
  client: { id: string; name: string } | null;
  total: Cents;
  createdAt: number;
  completedAt: number | null;
  /** Null while the clock stands still, and for customers whose service does not show it (rules.md orders/due). */
  dueAt: number | null;
  assignedTo: { id: string; name: string } | null;
  status: OrderStatus;
  payState: PayState;
  /** For staff only. `snoozedUntil` may have passed. */
  sorting?: { priority: Priority; tags: Tag[]; snoozedUntil: number | null };
  version: number;
}

const valuesOf = (filter: OrderFilter): string[] =>
  filter.operation === "in" ? filter.values.map(String) : filter.operation === "eq" ? [String(filter.value)] : [];

/** Few orders are not normal, and only they have index entries. The planner takes those for their own condition. */
const isOfPriority = (priority: string) =>
  priority === "normal"
    ? sql`${orders.priority} = 'normal'`
    : sql`${orders.priority} = ${priority} and ${orders.priority} <> 'normal'`;

/** D1 binds at most 100 values per statement. */
const MAX_BOUND = 90;

const COMPLETED_DAY = `completed_at / ${DAY_MS}`;
const dayNumber = (at: number) => Math.floor(at / DAY_MS);

const filterColumns: FilterColumns<OrderFilterKey> = {
  order: (filter) => columnWhere(orders.id, filter),
  orderId: orders.number,
  status: orders.status,
  serviceId: orders.serviceId,
  assignedToAdminId: orders.assignedToId,
  clientId: orders.clientId,
  priority: (filter) => or(...valuesOf(filter).map(isOfPriority)),
  tags: (filter) =>
    sql`${orders.id} in (select order_id from order_tags where tag_id in (select id from tags where name_folded in (select value from json_each(${JSON.stringify(valuesOf(filter).map(foldText))}))))`,
  clientName: (filter) =>
    filter.operation === "like" ? sql`${orders.clientId} in ${usersByNameSubstring(String(filter.value))}` : undefined,
  createdTime: orders.createdAt,
  // The day is what the index begins with. Inlined: the planner uses an expression index only for the same expression.
  completedDate: (filter) =>
    filter.operation === "btn"
      ? and(
          columnWhere(orders.completedAt, filter),
          sql.raw(`${COMPLETED_DAY} between ${dayNumber(filter.from)} and ${dayNumber(filter.to)}`),
        )
      : undefined,
  // Reads the entries of all orders whose clock runs, and the rows of those that match.
  dueAt: (filter) =>
    filter.operation === "btn"
      ? sql`${orders}.rowid in (select rowid from orders indexed by orders_work where status in ('Active', 'Working') and due_at between ${filter.from} and ${filter.to})`
      : undefined,
};

const client = alias(users, "client");
const agent = alias(users, "agent");
const joinAgent = sql`left join ${users} ${agent} on ${eq(agent.id, orders.assignedToId)}`;

/** A customer's own orders. */
export const ownOrders = listSource({
  table: orders,
  id: orders.id,
  columns: {
    id: orders.id,
    number: orders.number,
    serviceId: orders.serviceId,
    serviceName: orders.serviceName,
    total: orders.total,
    createdAt: orders.createdAt,
    completedAt: orders.completedAt,
    dueAt: shownDueAt,
    assignedToId: orders.assignedToId,
    assignedToName: sql<string | null>`${fullName(agent)}`,
    status: orders.status,
    payState: orders.payState,
    version: orders.version,
  },
  join: joinAgent,
  filters: filterColumns,
  sorts: { createdTime: orders.createdAt, dueAt: orders.dueAt },
  scans: ({ filters }) => filters.some(({ key }) => key === "clientName" || key === "tags"),
  mergeByIndex: ({ filters }, alsoBound) => branchesOf(filters, alsoBound),
  exportIndex: sql` indexed by orders_created`,
});

/** All orders, with their clients' names. */
export const allOrders = listSource({
  ...ownOrders,
  columns: {
    ...ownOrders.columns,
    dueAt: orders.dueAt,
    clientId: orders.clientId,
    clientName: fullName(client),
    priority: orders.priority,
    tags: tagsOfOrder(sql`${orders.id}`),
    snoozedUntil: orders.snoozedUntil,
  },
  join: sql`left join ${users} ${client} on ${eq(client.id, orders.clientId)} ${joinAgent}`,
});

/** All orders with what a file adds to the list. */
export const exportedOrders = listSource({
  ...allOrders,
  columns: {
    ...allOrders.columns,
    clientEmail: client.email,
    company: client.company,
    packages: sql<string | null>`(
      select group_concat(package_name || ' × ' || quantity, '; ')
      from (select package_name, quantity from order_items where order_id = ${sql`${orders.id}`} order by sequence)
    )`,
    couponCode: orders.couponCode,
    refunded: orders.refunded,
    paymentType: orders.paymentType,
  },
});

type ReadRow = Omit<OrderListRow, "client" | "assignedTo" | "sorting"> & {
  priority?: Priority;
  tags?: string;
  snoozedUntil?: number | null;
  assignedToId: string | null;
  assignedToName: string | null;
  clientId?: string;
  clientName?: string;
};

export const toOrderRow = (read: ReadRow): OrderListRow => {
  const {
    clientId,
    clientName,
    assignedToId,
    assignedToName,
    priority,
    tags = "[]",
    snoozedUntil = null,
    ...row
  } = read;
  return {
    ...row,
    ...(priority ? { sorting: { priority, tags: readTags(tags), snoozedUntil } } : {}),
    client: clientId ? { id: clientId, name: clientName ?? "" } : null,
    assignedTo: assignedToId ? { id: assignedToId, name: assignedToName ?? "" } : null,
  };
};

interface ExportedDetails {
  clientEmail: string | null;
  company: string | null;
  /** Names and quantities. Null for an order without packages. */
  packages: string | null;
  couponCode: string | null;
  refunded: Cents;
  paymentType: OrderPaymentType;
}
export type ExportedOrder = OrderListRow & { details: ExportedDetails };

export const toExportedOrder = ({
  clientEmail,
  company,
  packages,
  couponCode,
  refunded,
  paymentType,
  ...row
}: ReadRow & ExportedDetails): ExportedOrder => ({
  ...toOrderRow(row),
  details: { clientEmail, company, packages, couponCode, refunded, paymentType },
});

const staffFilters: readonly OrderFilterKey[] = [
  "clientId",
  "clientName",
  "assignedToAdminId",
  "dueAt",
  "priority",
  "tags",
];

/**
 * Drops what only staff filter by (rules.md lists/allow-list). Sorts by due date only among orders in a range of due
 * dates, because no index has all orders in that order.
 */
export const permittedQuery = (actor: Viewer, query: OrderQuery): OrderQuery => {
  const filters = isStaff(actor) ? query.filters : query.filters.filter(({ key }) => !staffFilters.includes(key));
  const sorts = query.sort.by !== "dueAt" || filters.some(({ key }) => key === "dueAt");
  return { ...query, filters, sort: sorts ? query.sort : orderList.defaultSort };
};

/** Drops filters without effect as well: every status selected. */
export const effectiveQuery = (actor: Viewer, query: OrderQuery): OrderQuery => {
  const permitted = permittedQuery(actor, query);
  return { ...permitted, filters: permitted.filters.filter((filter) => !choosesAll(filter)) };
};

const choosesAll = (filter: OrderFilter) =>
  filter.key === "status" && filter.operation === "in" && new Set(filter.values).size === orderStatuses.length;

/**
 * Expands the filters into branches, one per combination of chosen values, that an index can each read in list order.
 * Null for too many branches, or when no index has that order. `alsoBound`: values that the caller binds per branch.
 */
function branchesOf(filters: OrderFilter[], alsoBound: number): (SQL | undefined)[] | null {
  let branches: (SQL | undefined)[] = [undefined];
  let bound = 0;
  // Plus one for a customer's own id.
  const isTooMany = () => branches.length > MAX_BRANCHES || branches.length * (bound + 1 + alsoBound) > MAX_BOUND;
  for (const filter of filters) {
    const alternatives = alternativesOf(filter);
    if (!alternatives) return null;
    branches = branches.flatMap((branch) => alternatives.map((one) => and(branch, one)));
    bound += filter.operation === "btn" ? 3 : 1;
    if (isTooMany()) return null;
  }
  if (!needsStatuses(filters)) return branches;
  // Inlined constants, to save bound values.
  const all = orderStatuses.map((status) => sql.raw(`status = '${status}'`));
  branches = branches.flatMap((branch) => all.map((one) => and(branch, one)));
  return isTooMany() ? null : branches;
}

/** Filters by which an index begins. It continues with the status and the creation time. */
const indexed: readonly OrderFilterKey[] = ["assignedToAdminId", "serviceId", "clientId"];

/** True when one index answers the filters, so that a step in the list reads a row or two. */
export function answeredByIndex(filters: readonly OrderFilter[]): boolean {
  const others = filters.map(({ key }) => key).filter((key) => key !== "status" && key !== "createdTime");
  return others.length === 0 || (others.length === 1 && indexed.includes(others[0]!));
}

/** The indexes by service and by assignee continue with the status: without a status filter all statuses are merged. */
function needsStatuses(filters: OrderFilter[]): boolean {
  const has = (...keys: OrderFilterKey[]) => filters.some(({ key }) => keys.includes(key));
  return has("serviceId", "assignedToAdminId") && !has("status", "orderId", "clientId", "completedDate");
}

function alternativesOf(filter: OrderFilter): (SQL | undefined)[] | null {
  if (filter.key === "clientName" || filter.key === "tags" || filter.key === "dueAt") return null;
  if (filter.key === "priority") return valuesOf(filter).map(isOfPriority);
  const column = filterColumns[filter.key];
  if (typeof column !== "function" && filter.operation === "in")
    return [...new Set(filter.values)].map((value) => eq(column, value));
  if (filter.key === "completedDate" && filter.operation === "btn") {
    const first = dayNumber(filter.from);
    const days = dayNumber(filter.to) - first + 1;
    if (days < 1 || days > MAX_BRANCHES) return null;
    return Array.from({ length: days }, (_, day) =>
      and(sql.raw(`${COMPLETED_DAY} = ${first + day}`), columnWhere(orders.completedAt, filter)),
    );
  }
  return [orderWhere(filter)];
}

export function orderWhere(filter: OrderFilter): SQL | undefined {
  const column = filterColumns[filter.key];
  return typeof column === "function" ? column(filter) : columnWhere(column, filter);
}
