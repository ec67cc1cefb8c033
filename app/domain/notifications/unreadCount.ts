import { eq, sql } from "drizzle-orm";
import { notifications, users } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context } from "../context";

/** The bell shows '99+' from here on, so that no page counts further. */
const MAX_UNREAD = 100;

/** Literal text, because the planner uses the partial index only for the identical expression. */
export const isUnread = sql`${notifications.readAt} is null and ${notifications.mailOnly} = 0`;

/** Counts up to MAX_UNREAD unread notifications of the user that the outer query reads. */
export const unreadOfUser = sql<number>`(select count(*) from (select 1 from ${notifications} where ${eq(notifications.userId, users.id)} and ${isUnread} limit ${sql.raw(String(MAX_UNREAD))}))`;

/** The number of the actor's unread notifications for the bell, at most MAX_UNREAD. */
export async function unreadCount(ctx: Context): Promise<number> {
  authorize(ctx, "notifications.own");
  const row = await ctx.db
    .select({ unread: unreadOfUser.as("unread") })
    .from(users)
    .where(eq(users.id, actorId(ctx)))
    .get();
  return row?.unread ?? 0;
}
