import { eq, type SQL, sql } from "drizzle-orm";
import { placements } from "~db/schema";
import { isStaff, userOf, type Viewer } from "../context";

/**
 * The links that the actor can see. Every `where` on placements starts with it, so another client's id is not found.
 * Staff and the system see all (undefined), customers their own, visitors none.
 */
export function visiblePlacements(actor: Viewer): SQL | undefined {
  if (isStaff(actor) || actor.kind === "system") return undefined;
  const user = userOf(actor);
  return user ? eq(placements.clientId, user.id) : sql`0`;
}

/**
 * The same next to a condition on the order: with the unary plus the planner reads the order's links, not the client's.
 */
export function visibleInOrder(actor: Viewer): SQL | undefined {
  if (isStaff(actor) || actor.kind === "system") return undefined;
  const user = userOf(actor);
  return user ? sql`+${placements.clientId} = ${user.id}` : sql`0`;
}
