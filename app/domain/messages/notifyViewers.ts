import { and, eq, isNull } from "drizzle-orm";
import { users } from "~db/schema";
import type { Context } from "../context";
import type { MessageThread } from "./messageThreads";

/**
 * Tells open pages to reload the order after a change: always staff's, and the customer's unless only the internal
 * thread changed (rules.md security/internal-text). Best effort, as notifications are sent anyway.
 */
export function notifyViewers(ctx: Context, order: { id: string; clientId: string }, thread: MessageThread) {
  ctx.after(async () => {
    const team = await ctx.db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.role, "ADMIN"), isNull(users.deletedAt)));
    const readers = [...team.map(({ id }) => id), ...(thread === "Customer" ? [order.clientId] : [])];
    await ctx.publish.orderChanged(order.id, readers);
  });
}
