import { and, inArray, type SQL, sql } from "drizzle-orm";
import type { Page } from "~/list/defineList";
import { batchRaw, rawSelect } from "~db/client.server";
import { exportList } from "~db/exportList.server";
import { listPage } from "~db/runList.server";
import { orderCounters } from "~db/schema";
import { authorize } from "../access";
import { type Context, isStaff, userOf, type Viewer } from "../context";
import {
  allOrders,
  effectiveQuery,
  exportedOrders,
  type OrderListRow,
  type OrderQuery,
  ownOrders,
  toExportedOrder,
  toOrderRow,
} from "./orderListRows";
import type { OrderStatus } from "./orderStates";
import { visibleOrders } from "./visibleOrders";

export { type OrderListRow, type OrderQuery, permittedQuery } from "./orderListRows";

/**
 * One page of the orders that the actor can see, with the total, in one round trip. Staff filter freely; customers
 * are always limited to their own client id (rules.md lists/allow-list). Every list reads by index: see
 * db/unionAllByIndex.
 */
export async function findOrders(ctx: Context, query: OrderQuery): Promise<Page<OrderListRow>> {
  authorize(ctx, "orders.list");
  const { selects, toPage } = orderPage(ctx.actor, query);
  return toPage(await batchRaw(ctx.db, ...selects));
}

/** The page as statements for the caller's batch (rules.md speed/order-find). The caller must authorize. */
export function orderPage(viewer: Viewer, query: OrderQuery) {
  const effective = effectiveQuery(viewer, query);
  const scope = scopeOf(viewer, effective);
  return isStaff(viewer) ? listPage(allOrders, effective, scope) : listPage(ownOrders, effective, scope);
}

/** Streams all orders that the query matches, in its order (rules.md exports/complete). */
export async function exportOrders(ctx: Context, query: OrderQuery) {
  authorize(ctx, "orders.export");
  const effective = effectiveQuery(ctx.actor, query);
  return await exportList(ctx.db, exportedOrders, effective, {
    ...scopeOf(ctx.actor, effective),
    toRow: toExportedOrder,
  });
}

function scopeOf(viewer: Viewer, query: OrderQuery) {
  const total = storedTotal(viewer, query.filters);
  return {
    where: visibleOrders(viewer),
    total: total && rawSelect<{ total: number }>(sql`select ${total} as total`),
    toRow: toOrderRow,
  };
}

/** The counter scope that covers all orders. No client has this id. */
const ALL = "all";

/** Stored counters have the total of a client and of statuses; null for other filters. */
export function storedTotal(viewer: Viewer, filters: OrderQuery["filters"]): SQL | null {
  const [clients, statuses] = [
    filters.filter(({ key }) => key === "clientId"),
    filters.filter(({ key }) => key === "status"),
  ];
  if (clients.length > 1 || statuses.length > 1 || filters.length > clients.length + statuses.length) return null;
  const [client] = clients;
  const chosen = client && ("values" in client ? client.values : "value" in client ? [client.value] : []);
  // No client has the id of all orders' scope.
  const clientIds = chosen?.map((id) => (id === ALL ? "" : String(id)));
  const scopes = isStaff(viewer) ? (clientIds ?? [ALL]) : [userOf(viewer)?.id ?? ALL];
  const [status] = statuses;
  const values = status && ("values" in status ? status.values : "value" in status ? [status.value] : []);
  const where = and(
    inArray(orderCounters.scope, scopes),
    values && inArray(orderCounters.status, values as OrderStatus[]),
  );
  return sql`(select coalesce(sum(${orderCounters.count}), 0) from ${orderCounters} where ${where})`;
}
