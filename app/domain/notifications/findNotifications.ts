import { and, desc, eq } from "drizzle-orm";
import { notifications } from "~db/schema";
import { authorize } from "../access";
import { type Context, userOf } from "../context";
import { type Notification, notificationOfRow } from "./notification";

const MAX_NOTIFICATIONS = 100;

/** The actor's own notifications, newest first, at most 100. */
export async function findNotifications(
  ctx: Context,
  { limit = MAX_NOTIFICATIONS }: { limit?: number } = {},
): Promise<Notification[]> {
  authorize(ctx, "notifications.own");
  const rows = await ctx.db
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, userOf(ctx.actor)?.id ?? ""), eq(notifications.mailOnly, false)))
    .orderBy(desc(notifications.id))
    .limit(Math.max(1, Math.min(limit, MAX_NOTIFICATIONS)));
  return rows.map(notificationOfRow);
}
