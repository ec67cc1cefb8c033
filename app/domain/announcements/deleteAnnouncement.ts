import { and, eq, isNull, sql } from "drizzle-orm";
import { mustHaveChanged, writeTogether } from "~db/client.server";
import { announcements } from "~db/schema";
import { authorize } from "../access";
import { asStale } from "../asStale";
import type { Context } from "../context";
import { historyStatement } from "../history/historyStatement";
import { replaceUploads } from "../uploads/usableUploads";
import { announcementHolder, storedAnnouncement } from "./storedAnnouncement";

/** Takes an announcement off every home page (DELETE /announcement); its image is swept. Throws NotFound. */
export async function deleteAnnouncement(ctx: Context, id: string): Promise<void> {
  authorize(ctx, "announcements.manage");
  const { name } = await storedAnnouncement(ctx, id);
  await writeTogether(ctx.db, [
    ctx.db
      .update(announcements)
      .set({ deletedAt: ctx.now, version: sql`${announcements.version} + 1` })
      .where(and(eq(announcements.id, id), isNull(announcements.deletedAt))),
    mustHaveChanged(ctx.db),
    ...replaceUploads(ctx, [], announcementHolder(id)),
    historyStatement(ctx, {
      entity: "announcement",
      entityId: id,
      action: `Announcement deleted: ${name}`,
      changes: [],
    }),
  ]).catch(asStale);
}
