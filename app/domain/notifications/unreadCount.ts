import { and, count, eq, isNull } from "drizzle-orm";
import { notifications } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context } from "../context";

/** The number of the actor's unread notifications, for the bell. */
export async function unreadCount(ctx: Context): Promise<number> {
  authorize(ctx, "notifications.own");
  const row = await ctx.db
    .select({ unread: count() })
    .from(notifications)
    .where(and(eq(notifications.userId, actorId(ctx)), isNull(notifications.readAt), eq(notifications.mailOnly, false)))
    .get();
  return row?.unread ?? 0;
}
