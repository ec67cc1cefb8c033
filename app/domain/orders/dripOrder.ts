import { and, eq, inArray } from "drizzle-orm";
import { placements } from "~db/schema";
import { authorize } from "../access";
import { agencyZone, type Context } from "../context";
import { dayOf } from "../days";
import { Conflict } from "../errors";
import { placementStatements } from "../placements/changePlacements";
import { clockAt, clockIn } from "../placements/deliveryClock";
import { startOf } from "../placements/drip";
import type { DripOrderInput } from "../placements/dripInput";
import { editableStates } from "../placements/placementStates";
import { storedPlacements } from "../placements/storedPlacements";
import { editableOrder, writeOrder } from "./editableOrder";

/**
 * Sets when the links of an order start that nobody works on yet: N a week from a day, or immediately without a drip
 * (rules.md placements/drip). Their due dates move along. Throws NotFound, and Conflict when all links have started or
 * for a stale version.
 */
export async function dripOrder(ctx: Context, { id, version, drip: wanted }: DripOrderInput): Promise<void> {
  authorize(ctx, "placements.edit");
  const order = await editableOrder(ctx, { id, version });
  const drip = wanted ?? null;
  const action = drip ? `start ${drip.perWeek} a week from ${dayOf(drip.from)}` : "start immediately";
  await writeOrder(ctx, order, { drip }, async () => {
    const links = await notStarted(ctx, id);
    if (links.length === 0) throw new Conflict("All links of this order have started");
    const changes = links.map((placement, index) => {
      const startsOn = startOf(drip, index + 1, agencyZone(ctx));
      return { placement, set: { startsOn, ...clockIn(placement.state, placement, clockAt(ctx), startsOn) } };
    });
    return placementStatements(ctx, changes, action).statements;
  });
}

/** The links of an order that nobody works on yet, in sequence. */
const notStarted = (ctx: Context, orderId: string) =>
  storedPlacements(ctx, and(eq(placements.orderId, orderId), inArray(placements.state, [...editableStates]))!);
