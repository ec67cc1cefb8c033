import { eq, type SQL, sql } from "drizzle-orm";
import { orders } from "~db/schema";
import { type Actor, isStaff, userOf } from "../context";

/**
 * The orders that this actor can see at all: the first term of every `where` about orders, so that a stranger's id is
 * simply not found. Staff and the system see all (undefined), a customer the own ones, a visitor none.
 */
export function visibleOrders(actor: Actor): SQL | undefined {
  if (isStaff(actor) || actor.kind === "system") return undefined;
  const user = userOf(actor);
  return user ? eq(orders.clientId, user.id) : sql`0`;
}
