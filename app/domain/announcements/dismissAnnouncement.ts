import { and, eq, sql } from "drizzle-orm";
import { announcementDismissals, announcements } from "~db/schema";
import { authorize } from "../access";
import { type Context, userOf } from "../context";
import { NotFound } from "../errors";
import { meantFor } from "./shownAnnouncements";

/** Hides an announcement from the calling customer. Idempotent. Throws NotFound. */
export async function dismissAnnouncement(ctx: Context, id: string): Promise<void> {
  authorize(ctx, "announcements.dismiss");
  const { db, now } = ctx;
  const userId = userOf(ctx.actor)?.id ?? "";
  const [, dismissed] = await db.batch([
    // Columns in table order.
    db
      .insert(announcementDismissals)
      .select(
        sql`select ${announcements.id}, ${userId}, ${now} from ${announcements} where ${and(eq(announcements.id, id), meantFor(ctx))}`,
      )
      .onConflictDoNothing(),
    db
      .select({ id: announcementDismissals.announcementId })
      .from(announcementDismissals)
      .where(and(eq(announcementDismissals.userId, userId), eq(announcementDismissals.announcementId, id))),
  ]);
  if (dismissed.length === 0) throw new NotFound();
}
