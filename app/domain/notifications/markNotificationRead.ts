import { and, eq, sql } from "drizzle-orm";
import { notifications } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context } from "../context";
import { NotFound } from "../errors";
import { type Notification, notificationOfRow } from "./notification";

/**
 * Marks one of the actor's own notifications as read and returns it; the first time is kept. An admin acting as the
 * person does not mark it, so it stays new for its owner. Throws NotFound for any other id.
 */
export async function markNotificationRead(ctx: Context, id: string): Promise<Notification> {
  authorize(ctx, "notifications.own");
  const own = and(eq(notifications.id, id), eq(notifications.userId, actorId(ctx)), eq(notifications.mailOnly, false));
  if (ctx.actor.kind === "impersonated") {
    const seen = await ctx.db.select().from(notifications).where(own).get();
    if (!seen) throw new NotFound();
    return notificationOfRow(seen);
  }
  const [row] = await ctx.db
    .update(notifications)
    .set({ readAt: sql`coalesce(${notifications.readAt}, ${ctx.now})` })
    .where(own)
    .returning();
  if (!row) throw new NotFound();
  return notificationOfRow(row);
}
