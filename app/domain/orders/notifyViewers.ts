import { and, eq, isNull } from "drizzle-orm";
import { users } from "~db/schema";
import type { Context } from "../context";
import type { MessageThread } from "./orderWork";

/**
 * Once a change is written: whoever may have the order open reads it again at once. Staff always; the customer unless
 * only the team's own thread has news (rules.md security/internal-text). Lost, it costs nothing but the moment:
 * notifications still come.
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
