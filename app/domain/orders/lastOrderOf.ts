import { desc, eq } from "drizzle-orm";
import { fullName } from "~db/fullName";
import { orders, users } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";

/** A client's newest order and who works on it; null without any. ms UTC. Staff only. */
export async function lastOrderOf(ctx: Context, clientId: string) {
  authorize(ctx, "clients.read");
  const [order] = await ctx.db
    .select({
      id: orders.id,
      number: orders.number,
      createdAt: orders.createdAt,
      manager: fullName(users).as("manager"),
      managerId: orders.assignedToId,
    })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.assignedToId))
    .where(eq(orders.clientId, clientId))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(1);
  if (!order) return null;
  const { managerId, manager, ...rest } = order;
  return { ...rest, manager: managerId === null ? null : manager };
}
