import { and, eq, type SQL, sql } from "drizzle-orm";
import type { ListFilter, ListQuery } from "~/list/defineList";
import { columnWhere, type FilterColumns } from "~db/runList.server";
import { orders } from "~db/schema";
import { MAX_BRANCHES } from "~db/unionAllByIndex";
import { usersByNameSubstring } from "~db/usersByNameSubstring";
import { type Actor, type Context, isStaff } from "../context";
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

/** How each filter translates to SQL. */
export const orderColumns: FilterColumns<OrderFilterKey> = {
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

/** The order columns of a row. */
export const rowColumns = sql`${orders.id} as id, ${orders.number} as number, ${orders.serviceId} as service_id, ${orders.serviceName} as service_name, ${orders.clientId} as client_id, ${orders.total} as total, ${orders.createdAt} as created_at, ${orders.completedAt} as completed_at, ${orders.assignedToId} as assigned_to_id, ${orders.status} as status, ${orders.payState} as pay_state, ${orders.version} as version`;

/** Drops filters without effect: every status selected, or a client id sent by a customer. */
export const checkedQuery = (actor: Actor, asked: OrderQuery): OrderQuery => ({
  ...asked,
  filters: asked.filters.filter((filter) => !choosesAll(filter) && (isStaff(actor) || filter.key !== "clientId")),
});

const choosesAll = (filter: OrderFilter) =>
  filter.key === "status" && filter.operation === "in" && new Set(filter.values).size === orderStatuses.length;

export const orderOf = ({ sort }: OrderQuery) =>
  sort.direction === "asc" ? sql`created_at asc, id asc` : sql`created_at desc, id desc`;

/**
 * Expands the filters into branches, one per combination of chosen values, that an index can each read in list order.
 * Null for too many branches, or when no index has that order. `alsoBound`: values that the caller binds per branch.
 */
export function branchesOf(filters: OrderFilter[], alsoBound = 0): (SQL | undefined)[] | null {
  let branches: (SQL | undefined)[] = [undefined];
  let bound = 0;
  for (const filter of filters) {
    const alternatives = alternativesOf(filter);
    if (!alternatives) return null;
    branches = branches.flatMap((branch) => alternatives.map((one) => and(branch, one)));
    bound += filter.operation === "btn" ? 3 : 1;
    // Plus one for a customer's own id.
    if (branches.length > MAX_BRANCHES || branches.length * (bound + 1 + alsoBound) > MAX_BOUND) return null;
  }
  if (!needsStatuses(filters)) return branches;
  // Inlined constants, to save bound values.
  const all = orderStatuses.map((status) => sql.raw(`status = '${status}'`));
  branches = branches.flatMap((branch) => all.map((one) => and(branch, one)));
  return branches.length > MAX_BRANCHES ? null : branches;
}

/** The indexes by service and by assignee continue with the status: without a status filter all statuses are merged. */
function needsStatuses(filters: OrderFilter[]): boolean {
  const has = (...keys: OrderFilterKey[]) => filters.some(({ key }) => keys.includes(key));
  return has("serviceId", "assignedToAdminId") && !has("status", "orderId", "clientId", "completedDate");
}

function alternativesOf(filter: OrderFilter): (SQL | undefined)[] | null {
  if (filter.key === "clientName") return null;
  const column = orderColumns[filter.key];
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
  const column = orderColumns[filter.key];
  return typeof column === "function" ? column(filter) : columnWhere(column, filter);
}

const nameOf = (column: string) =>
  sql<string | null>`(select trim(first_name || ' ' || last_name) from users where users.id = m.${sql.raw(column)})`;

/** The fields of a row of `m`. Names are looked up only for the rows of one page. */
export const fieldsFor = (ctx: Context) => ({
  id: sql<string>`m.id`.as("id"),
  number: sql<number>`m.number`.as("number"),
  serviceId: sql<string>`m.service_id`.as("serviceId"),
  serviceName: sql<string>`m.service_name`.as("serviceName"),
  clientId: sql<string>`m.client_id`.as("clientId"),
  // Skipped for customers: it is always their own name and never shown.
  clientName: (isStaff(ctx.actor) ? nameOf("client_id") : sql<string | null>`null`).as("clientName"),
  total: sql<number>`m.total`.as("total"),
  createdAt: sql<number>`m.created_at`.as("createdAt"),
  completedAt: sql<number | null>`m.completed_at`.as("completedAt"),
  assignedToId: sql<string | null>`m.assigned_to_id`.as("assignedToId"),
  assignedToName: nameOf("assigned_to_id").as("assignedToName"),
  status: sql<OrderStatus>`m.status`.as("status"),
  payState: sql<PayState>`m.pay_state`.as("payState"),
  version: sql<number>`m.version`.as("version"),
});
export const selectRows = (ctx: Context, page: SQL) => ctx.db.select(fieldsFor(ctx)).from(sql`(${page}) m`);
type SelectedRow = Awaited<ReturnType<typeof selectRows>>[number];

export const toRow = ({ clientId, clientName, assignedToId, assignedToName, ...row }: SelectedRow, staff: boolean) => ({
  ...row,
  client: staff ? { id: clientId, name: clientName ?? "" } : null,
  assignedTo: assignedToId ? { id: assignedToId, name: assignedToName ?? "" } : null,
});
