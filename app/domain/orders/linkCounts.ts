import { sql } from "drizzle-orm";
import { editableStates, isIn, openStates, type PlacementState } from "../placements/placementStates";

export interface LinkCounts {
  /** Tracked packages of the order. */
  packageIds: string[];
  /** Links that were bought, without replacements of lost ones. */
  total: number;
  /** Links that still need a page. */
  waiting: number;
  /** Links that still need work. */
  open: number;
  /** Links that nobody works on yet. */
  notStarted: number;
}

/** JSON, one element per package and state; for a select from orders. */
export const linkCountColumn = sql<string>`(
  select json_group_array(json_object('packageId', counted.package_id, 'state', counted.state, 'links', counted.links, 'bought', counted.bought))
  from (
    select order_items.package_id, placements.state, count(*) as links, count(*) filter (where placements.replaces_id is null) as bought
    from placements join order_items on order_items.id = placements.order_item_id
    where placements.order_id = orders.id group by 1, 2
  ) counted)`.as("link_counts");

/** Null for an order without tracked packages. */
export function linkCountsOf(column: string): LinkCounts | null {
  const rows = JSON.parse(column) as { packageId: string; state: PlacementState; links: number; bought: number }[];
  if (rows.length === 0) return null;
  const sum = (matches: (state: PlacementState) => boolean) =>
    rows.reduce((all, { state, links }) => all + (matches(state) ? links : 0), 0);
  return {
    packageIds: [...new Set(rows.map(({ packageId }) => packageId))],
    total: rows.reduce((all, { bought }) => all + bought, 0),
    waiting: sum((state) => state === "needs_input"),
    notStarted: sum((state) => isIn(editableStates, state)),
    open: sum((state) => isIn(openStates, state)),
  };
}
