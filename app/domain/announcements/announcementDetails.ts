import { authorize } from "../access";
import type { Context } from "../context";
import { type ShownFile, shownFile } from "../uploads/shownFile";
import { type Announcement, storedAnnouncement } from "./storedAnnouncement";

/** Returns an announcement for editing (GET /announcement/detail). Throws NotFound. */
export async function announcementDetails(
  ctx: Context,
  id: string,
): Promise<Announcement & { image: ShownFile | null }> {
  authorize(ctx, "announcements.manage");
  const row = await storedAnnouncement(ctx, id);
  return { ...row, image: await shownFile(ctx, row.imageKey) };
}
