import { eq, type SQL, sql } from "drizzle-orm";
import { orders } from "~db/schema";
import { isStaff, userOf, type Viewer } from "../context";

/**
 * The orders that the actor can see. Every `where` on orders starts with it, so another client's id is not found.
 * Staff and the system see all (undefined), customers their own, visitors none.
 */
export function visibleOrders(actor: Viewer): SQL | undefined {
  if (isStaff(actor) || actor.kind === "system") return undefined;
  const user = userOf(actor);
  return user ? eq(orders.clientId, user.id) : sql`0`;
}
