import { and, desc, eq } from "drizzle-orm";
import { notifications } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context } from "../context";
import { type Notification, notificationOfRow } from "./notification";
import { isUnread } from "./unreadCount";

const MAX_NOTIFICATIONS = 100;

/** The actor's own notifications, newest first, at most 100; with `unread` those not read yet. */
export async function findNotifications(
  ctx: Context,
  { limit = MAX_NOTIFICATIONS, unread = false }: { limit?: number; unread?: boolean } = {},
): Promise<Notification[]> {
  authorize(ctx, "notifications.own");
  const rows = await ctx.db
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, actorId(ctx)), unread ? isUnread : eq(notifications.mailOnly, false)))
    .orderBy(desc(notifications.id))
    .limit(Math.max(1, Math.min(limit, MAX_NOTIFICATIONS)));
  return rows.map(notificationOfRow);
}
