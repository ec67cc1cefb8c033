import { and, eq, sql } from "drizzle-orm";
import { insertFrom } from "~db/insertRows";
import { announcementDismissals, announcements } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context } from "../context";
import { NotFound } from "../errors";
import { visibleAnnouncements } from "./shownAnnouncements";

/** Hides an announcement from the calling customer. Idempotent. Throws NotFound. */
export async function dismissAnnouncement(ctx: Context, id: string): Promise<void> {
  authorize(ctx, "announcements.dismiss");
  const { db, now } = ctx;
  const userId = actorId(ctx);
  const [, dismissed] = await db.batch([
    insertFrom(
      db,
      announcementDismissals,
      { announcementId: sql`${announcements.id}`, userId, createdAt: now },
      sql`from ${announcements} where ${and(eq(announcements.id, id), visibleAnnouncements(ctx))}`,
    ).onConflictDoNothing(),
    db
      .select({ id: announcementDismissals.announcementId })
      .from(announcementDismissals)
      .where(and(eq(announcementDismissals.userId, userId), eq(announcementDismissals.announcementId, id))),
  ]);
  if (dismissed.length === 0) throw new NotFound();
}
