import { and, asc, eq, isNull, lte, ne, or } from "drizzle-orm";
import { orders } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context } from "../context";
import type { OrderStatus } from "./orderStates";

/** Orders of one status that are looked at, oldest first. */
const LOOKED_AT = 100;

/** The id of the open order assigned to the actor that is due first, besides `exceptId`; null without one. */
export async function nextOwnOrder(ctx: Context, exceptId: string): Promise<string | null> {
  authorize(ctx, "orders.edit");
  const oldest = (status: OrderStatus) =>
    ctx.db
      .select({ id: orders.id, dueAt: orders.dueAt, createdAt: orders.createdAt })
      .from(orders)
      .where(
        and(
          eq(orders.assignedToId, actorId(ctx)),
          eq(orders.status, status),
          ne(orders.id, exceptId),
          isNull(orders.awaitingSince),
          or(isNull(orders.snoozedUntil), lte(orders.snoozedUntil, ctx.now)),
        ),
      )
      .orderBy(asc(orders.createdAt), asc(orders.id))
      .limit(LOOKED_AT);
  const [active, working] = await ctx.db.batch([oldest("Active"), oldest("Working")]);
  const due = (order: { dueAt: number | null }) => order.dueAt ?? Number.MAX_SAFE_INTEGER;
  const [next] = [...active, ...working].sort((a, b) => due(a) - due(b) || a.createdAt - b.createdAt);
  return next?.id ?? null;
}
