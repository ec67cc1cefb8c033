import { and, eq, isNull, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch } from "~db/client.server";
import { announcements } from "~db/schema";
import { authorize } from "../access";
import { conflictOnPreconditionFailed } from "../conflictOnPreconditionFailed";
import type { Context } from "../context";
import { historyStatement } from "../history/historyStatement";
import { replaceUploads } from "../uploads/usableUploads";
import { announcementHolder, storedAnnouncement } from "./storedAnnouncement";

/** Deletes an announcement (DELETE /announcement). The sweep removes its image. Throws NotFound. */
export async function deleteAnnouncement(ctx: Context, id: string): Promise<void> {
  authorize(ctx, "announcements.manage");
  const { name } = await storedAnnouncement(ctx, id);
  await atomicBatch(ctx.db, [
    ctx.db
      .update(announcements)
      .set({ deletedAt: ctx.now, version: sql`${announcements.version} + 1` })
      .where(and(eq(announcements.id, id), isNull(announcements.deletedAt))),
    assertRowsChanged(ctx.db),
    ...replaceUploads(ctx, [], announcementHolder(id)),
    historyStatement(ctx, {
      entity: "announcement",
      entityId: id,
      action: `Announcement deleted: ${name}`,
      changes: [],
    }),
  ]).catch(conflictOnPreconditionFailed);
}
