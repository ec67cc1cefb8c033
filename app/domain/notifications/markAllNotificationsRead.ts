import { and, eq } from "drizzle-orm";
import { notifications } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context } from "../context";
import { isUnread } from "./unreadCount";

/**
 * Marks all the actor's unread notifications as read and returns how many. Does nothing for an admin acting as the
 * person, so they stay new for their owner.
 */
export async function markAllNotificationsRead(ctx: Context): Promise<number> {
  authorize(ctx, "notifications.own");
  if (ctx.actor.kind === "impersonated") return 0;
  const marked = await ctx.db
    .update(notifications)
    .set({ readAt: ctx.now })
    .where(and(eq(notifications.userId, actorId(ctx)), isUnread));
  return marked.meta.changes;
}
