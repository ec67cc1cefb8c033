import { and, sql } from "drizzle-orm";
import type { SortDirection } from "~/list/defineList";
import { batchRaw } from "~db/client.server";
import { selectRows } from "~db/runList.server";
import { orders } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { allOrders, answeredByIndex, effectiveQuery, type OrderQuery } from "./orderListRows";
import { visibleOrders } from "./visibleOrders";

export interface OrderNeighbors {
  previous: string | null;
  next: string | null;
}

/**
 * Ids of the orders before and after one in a list, read by index in one round trip. Null for a list whose filters no
 * index answers, because a step would read through it.
 */
export async function orderNeighbors(
  ctx: Context,
  { id, createdAt }: { id: string; createdAt: number },
  query: OrderQuery,
): Promise<OrderNeighbors | null> {
  authorize(ctx, "orders.edit");
  const list = effectiveQuery(ctx.actor, query);
  if (!answeredByIndex(list.filters) || !allOrders.mergeByIndex?.(list, 2)) return null;
  const beside = (direction: SortDirection) => {
    const isBeyond = sql.raw(direction === "asc" ? ">" : "<");
    const where = and(
      visibleOrders(ctx.actor),
      sql`(${orders.createdAt}, ${orders.id}) ${isBeyond} (${createdAt}, ${id})`,
    );
    // A range of days begins at the order itself, or its index would be read from the range's own end.
    const filters = list.filters.map((filter) => {
      if (filter.operation !== "btn") return filter;
      return direction === "asc"
        ? { ...filter, from: Math.max(filter.from, createdAt) }
        : { ...filter, to: Math.min(filter.to, createdAt) };
    });
    const sorted = { ...list, filters, sort: { ...list.sort, direction } };
    return selectRows(allOrders, sorted, { where, limit: 1, alsoBound: 2 });
  };
  const [later, earlier] = await batchRaw(ctx.db, beside("asc"), beside("desc"));
  const [above, below] = [later[0]?.id, earlier[0]?.id].map((found) => (found === undefined ? null : String(found)));
  return list.sort.direction === "desc"
    ? { previous: above ?? null, next: below ?? null }
    : { previous: below ?? null, next: above ?? null };
}
