import { and, inArray, sql } from "drizzle-orm";
import type { Page } from "~/list/defineList";
import { batchRaw, rawSelect } from "~db/client.server";
import { exportList } from "~db/exportList.server";
import { listPage } from "~db/runList.server";
import { placementCounters } from "~db/schema";
import { authorize } from "../access";
import { type Context, isStaff, userOf, type Viewer } from "../context";
import {
  allPlacements,
  effectiveQuery,
  ownPlacements,
  type PlacementListRow,
  type PlacementQuery,
  toPlacementRow,
} from "./placementListRows";
import type { PlacementState } from "./placementStates";
import { visiblePlacements } from "./visiblePlacements";

export type { PlacementListRow, PlacementQuery } from "./placementListRows";

/**
 * One page of the links that the actor can see, with the total, in one round trip. Customers get only their own,
 * without what staff keep to themselves (rules.md placements/lists).
 */
export async function findPlacements(ctx: Context, query: PlacementQuery): Promise<Page<PlacementListRow>> {
  authorize(ctx, "placements.list");
  const { selects, toPage } = placementPage(ctx.actor, query);
  return toPage(await batchRaw(ctx.db, ...selects));
}

/** The page as statements for the caller's batch. The caller must authorize. */
export function placementPage(viewer: Viewer, query: PlacementQuery) {
  const effective = effectiveQuery(viewer, query);
  const scope = scopeOf(viewer, effective);
  return isStaff(viewer) ? listPage(allPlacements, effective, scope) : listPage(ownPlacements, effective, scope);
}

/** Streams all links that the query matches, in its order (rules.md exports/complete). */
export async function exportPlacements(ctx: Context, query: PlacementQuery) {
  authorize(ctx, "placements.export");
  const effective = effectiveQuery(ctx.actor, query);
  const scope = scopeOf(ctx.actor, effective);
  return isStaff(ctx.actor)
    ? await exportList(ctx.db, allPlacements, effective, scope)
    : await exportList(ctx.db, ownPlacements, effective, scope);
}

const scopeOf = (viewer: Viewer, query: PlacementQuery) => ({
  where: visiblePlacements(viewer),
  total: countedBy(viewer, query),
  toRow: toPlacementRow,
});

/** The counter scope that covers all links. No client has this id. */
const ALL = "all";

/** Stored counters have the total of a client and of states; null for other filters. */
function countedBy(viewer: Viewer, { filters }: PlacementQuery) {
  const clients = filters.filter(({ key }) => key === "clientId");
  const states = filters.filter(({ key }) => key === "state");
  if (clients.length > 1 || states.length > 1 || filters.length > clients.length + states.length) return null;
  const [client] = clients;
  const scope = isStaff(viewer)
    ? client && "value" in client
      ? String(client.value)
      : ALL
    : (userOf(viewer)?.id ?? "");
  const [state] = states;
  const values = state && ("values" in state ? state.values : "value" in state ? [state.value] : []);
  const where = and(
    inArray(placementCounters.scope, [client && scope === ALL ? "" : scope]),
    values && inArray(placementCounters.state, values as PlacementState[]),
  );
  return rawSelect<{ total: number }>(
    sql`select coalesce(sum(${placementCounters.count}), 0) as total from ${placementCounters} where ${where}`,
  );
}
