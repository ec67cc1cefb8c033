import type { Zones } from "~/format/zones";
import { batchRaw } from "~db/client.server";
import { authorize } from "../access";
import type { Context } from "../context";
import { type AssigneeOption, selectAssignees, toAssignees } from "../team/assigneeOptions";
import { type OrderQuery, orderPage } from "./findOrders";
import { findOrdersByName, type NamedOrders } from "./findOrdersByName";
import { selectTags } from "./orderTags";
import { viewCounts } from "./viewCounts";

interface StaffOrderPage {
  page: NamedOrders;
  people: AssigneeOption[];
  /** Names of tags, for suggestions. */
  tags: string[];
  /** Of the saved views, by their query. */
  counts: Record<string, string>;
}

/**
 * A page of staff's order list, what its bar offers and how many orders the saved views of `searches` hold. One round
 * trip, but for a search by client name.
 */
export async function staffOrderPage(
  ctx: Context,
  query: OrderQuery,
  searches: readonly string[],
  zones: Zones,
): Promise<StaffOrderPage> {
  for (const permission of ["orders.list", "orders.edit", "team.options"] as const) authorize(ctx, permission);
  const views = viewCounts(ctx, searches, zones);
  const parts = [selectAssignees(ctx), selectTags(ctx), ...(views ? [views.select] : [])] as const;
  const toParts = ([people, tags, counted]: Awaited<ReturnType<typeof batchRaw>>) => ({
    people: toAssignees(people as never),
    tags: (tags as { name: string }[]).map(({ name }) => name),
    counts: views && counted ? views.toCounts(counted as never) : {},
  });
  if (query.filters.some(({ key }) => key === "clientName")) {
    const [page, rows] = await Promise.all([findOrdersByName(ctx, query), batchRaw(ctx.db, ...parts)]);
    return { page, ...toParts(rows) };
  }
  const { selects, toPage } = orderPage(ctx.actor, query);
  const rows = await batchRaw(ctx.db, ...parts, ...selects);
  return { page: toPage(rows.slice(parts.length) as never), ...toParts(rows) };
}
