import { and, eq, isNull } from "drizzle-orm";
import { notifications } from "~db/schema";
import { authorize } from "../access";
import { type Context, userOf } from "../context";

/**
 * Marks all of the actor's own notifications as read; those that were keep their time. Answers how many it were. None for
 * an admin who acts as the person: they are news to their owner still.
 */
export async function markAllNotificationsRead(ctx: Context): Promise<number> {
  authorize(ctx, "notifications.own");
  if (ctx.actor.kind === "impersonated") return 0;
  const marked = await ctx.db
    .update(notifications)
    .set({ readAt: ctx.now })
    .where(
      and(
        eq(notifications.userId, userOf(ctx.actor)?.id ?? ""),
        isNull(notifications.readAt),
        eq(notifications.mailOnly, false),
      ),
    );
  return marked.meta.changes;
}
