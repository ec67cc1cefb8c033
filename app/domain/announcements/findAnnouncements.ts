import { getTableColumns, isNull } from "drizzle-orm";
import type { Page } from "~/list/defineList";
import { listSource, runList } from "~db/runList.server";
import { announcements } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import type { AnnouncementQuery } from "./announcementList";
import type { Announcement } from "./storedAnnouncement";

const listed = listSource({
  table: announcements,
  id: announcements.id,
  columns: getTableColumns(announcements),
  filters: { visible: announcements.visible },
  sorts: { createdTime: announcements.createdAt },
});

/** Returns a page of announcements, newest first, in one round trip (POST /announcement/find). */
export async function findAnnouncements(ctx: Context, query: AnnouncementQuery): Promise<Page<Announcement>> {
  authorize(ctx, "announcements.manage");
  return await runList(ctx.db, listed, query, { where: isNull(announcements.deletedAt) });
}
