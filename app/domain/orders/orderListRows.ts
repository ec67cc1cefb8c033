import { and, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { ListFilter, ListQuery } from "~/list/defineList";
import { fullName } from "~db/fullName";
import { columnWhere, type FilterColumns } from "~db/listWhere.server";
import { listSource } from "~db/runList.server";
import { orders, users } from "~db/schema";
import { MAX_BRANCHES } from "~db/unionAllByIndex";
import { usersByNameSubstring } from "~db/usersByNameSubstring";
import { isStaff, type Viewer } from "../context";
import { DAY_MS } from "../days";
import type { Cents } from "../money";
import type { OrderFilterKey } from "./orderList";
import { type OrderStatus, orderStatuses, type PayState } from "./orderStates";

export type OrderQuery = ListQuery<OrderFilterKey, "createdTime">;
export type OrderFilter = ListFilter<OrderFilterKey>;

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
  assignedTo: { id: string; name: string } | null;
  status: OrderStatus;
  payState: PayState;
  version: number;
}

/** D1 binds at most 100 values per statement. */
const MAX_BOUND = 90;

const COMPLETED_DAY = `completed_at / ${DAY_MS}`;
const dayNumber = (at: number) => Math.floor(at / DAY_MS);

const filterColumns: FilterColumns<OrderFilterKey> = {
  orderId: orders.number,
  status: orders.status,
  serviceId: orders.serviceId,
  assignedToAdminId: orders.assignedToId,
  clientId: orders.clientId,
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
    assignedToId: orders.assignedToId,
    assignedToName: sql<string | null>`${fullName(agent)}`,
    status: orders.status,
    payState: orders.payState,
    version: orders.version,
  },
  join: joinAgent,
  filters: filterColumns,
  sorts: { createdTime: orders.createdAt },
  scans: ({ filters }) => filters.some(({ key }) => key === "clientName"),
  mergeByIndex: ({ filters }, alsoBound) => branchesOf(filters, alsoBound),
  exportIndex: sql` indexed by orders_created`,
});

/** All orders, with their clients' names. */
export const allOrders = listSource({
  ...ownOrders,
  columns: { ...ownOrders.columns, clientId: orders.clientId, clientName: fullName(client) },
  join: sql`left join ${users} ${client} on ${eq(client.id, orders.clientId)} ${joinAgent}`,
});

type ReadRow = Omit<OrderListRow, "client" | "assignedTo"> & {
  assignedToId: string | null;
  assignedToName: string | null;
  clientId?: string;
  clientName?: string;
};

export const toOrderRow = ({ clientId, clientName, assignedToId, assignedToName, ...row }: ReadRow): OrderListRow => ({
  ...row,
  client: clientId ? { id: clientId, name: clientName ?? "" } : null,
  assignedTo: assignedToId ? { id: assignedToId, name: assignedToName ?? "" } : null,
});

/** Drops filters without effect: every status selected, or a client id sent by a customer. */
export const effectiveQuery = (actor: Viewer, query: OrderQuery): OrderQuery => ({
  ...query,
  filters: query.filters.filter((filter) => !choosesAll(filter) && (isStaff(actor) || filter.key !== "clientId")),
});

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

/** The indexes by service and by assignee continue with the status: without a status filter all statuses are merged. */
function needsStatuses(filters: OrderFilter[]): boolean {
  const has = (...keys: OrderFilterKey[]) => filters.some(({ key }) => keys.includes(key));
  return has("serviceId", "assignedToAdminId") && !has("status", "orderId", "clientId", "completedDate");
}

function alternativesOf(filter: OrderFilter): (SQL | undefined)[] | null {
  if (filter.key === "clientName") return null;
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
  return [whereOf(filter)];
}

function whereOf(filter: OrderFilter): SQL | undefined {
  const column = filterColumns[filter.key];
  return typeof column === "function" ? column(filter) : columnWhere(column, filter);
}
