import { eq } from "drizzle-orm";
import { placements } from "~db/schema";
import { authorize } from "../access";
import { consumeRateLimit } from "../accounts/consumeRateLimit";
import { actorId, type Context, isStaff } from "../context";
import { assertTeamMember } from "../placements/assertTeamMember";
import { clockAt } from "../placements/deliveryClock";
import type { PlacementInput } from "../placements/placementInput";
import { planOf } from "../placements/planOf";
import { storedPlacement } from "../placements/storedPlacements";
import { retryOnConflict } from "../retryOnConflict";
import { fillInLinks } from "./fillInLinks";
import { linesOf } from "./orderProgress";

/**
 * Changes one link: its details, and for staff also assignee, due date, start and note (POST /placement). Clients
 * change their own links until work begins (rules.md placements/input). Times in ms UTC. Throws NotFound, Invalid,
 * Conflict for a stale version or a link that can no longer be changed, TooMany. Returns the new version.
 */
export async function updatePlacement(ctx: Context, input: PlacementInput): Promise<{ version: number }> {
  authorize(ctx, "placements.edit");
  if (!isStaff(ctx.actor)) await consumeRateLimit(ctx, "details", actorId(ctx));
  await assertTeamMember(ctx, isStaff(ctx.actor) ? input.assignedToId : null);
  const { id, version, assignedToId, dueAt, startsOn, staffNote, ...details } = input;
  const attempt = async () => {
    const placement = await storedPlacement(ctx, { id, version });
    const [links, lines] = await ctx.db.batch([
      ctx.db
        .select({ id: placements.id, orderItemId: placements.orderItemId, state: placements.state })
        .from(placements)
        .where(eq(placements.orderId, placement.orderId)),
      linesOf(ctx, placement.orderId),
    ]);
    const plan = isStaff(ctx.actor)
      ? planOf(placement, { assignedToId, dueAt, startsOn, staffNote }, clockAt(ctx))
      : {};
    const changed = await fillInLinks(ctx, [{ placement, details, plan }], { links, lines }, "changed");
    return { version: placement.version + changed };
  };
  return await retryOnConflict(ctx, attempt);
}
