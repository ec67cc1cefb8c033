import { and, asc, eq, sql } from "drizzle-orm";
import { fullNameById } from "~db/fullName";
import { placements } from "~db/schema";
import { authorize } from "../access";
import { type Context, isStaff } from "../context";
import type { PlacementState } from "./placementStates";
import { visibleInOrder } from "./visiblePlacements";

/** A link in the table of its order. Times in ms UTC. */
export interface OrderPlacement {
  id: string;
  number: string;
  version: number;
  state: PlacementState;
  targetUrl: string;
  agencyChooses: boolean;
  anchorText: string;
  clientReference: string;
  siteDomain: string | null;
  siteDr: number | null;
  siteTraffic: number | null;
  dueAt: number | null;
  startsOn: number | null;
  liveAt: number | null;
  liveUrl: string;
  /** For staff alone; absent for clients. */
  assignedTo?: string | null;
}

/** Links on a page of the order's tab. */
export const ORDER_LINKS_PAGE = 50;

/** One page of an order's links in their sequence. `page` is zero-based. Clients get only their own. */
export async function orderPlacements(ctx: Context, orderId: string, page: number): Promise<OrderPlacement[]> {
  authorize(ctx, "placements.list");
  const staff = isStaff(ctx.actor);
  return await ctx.db
    .select({
      id: placements.id,
      number: placements.number,
      version: placements.version,
      state: placements.state,
      targetUrl: placements.targetUrl,
      agencyChooses: placements.agencyChooses,
      anchorText: placements.anchorText,
      clientReference: placements.clientReference,
      siteDomain: placements.siteDomain,
      siteDr: placements.siteDr,
      siteTraffic: placements.siteTraffic,
      dueAt: placements.dueAt,
      startsOn: placements.startsOn,
      liveAt: placements.liveAt,
      liveUrl: placements.liveUrl,
      ...(staff ? { assignedTo: fullNameById(sql.raw("placements.assigned_to_id")).as("assigned_to") } : {}),
    })
    .from(placements)
    .where(and(visibleInOrder(ctx.actor), eq(placements.orderId, orderId)))
    .orderBy(asc(placements.sequence))
    .limit(ORDER_LINKS_PAGE)
    .offset(page * ORDER_LINKS_PAGE);
}
