import { and, isNull, sql } from "drizzle-orm";
import type { Page } from "~/list/defineList";
import { listOrder, listWhere } from "~db/runList.server";
import { announcements } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import type { AnnouncementQuery } from "./announcementList";
import type { Announcement } from "./storedAnnouncement";

/** Returns a page of announcements, newest first, in one round trip (POST /announcement/find). */
export async function findAnnouncements(ctx: Context, query: AnnouncementQuery): Promise<Page<Announcement>> {
  authorize(ctx, "announcements.manage");
  const { db } = ctx;
  const where = and(isNull(announcements.deletedAt), listWhere(query, { visible: announcements.visible }));
  const [content, totals] = await db.batch([
    db
      .select()
      .from(announcements)
      .where(where)
      .orderBy(...listOrder(query, { createdTime: announcements.createdAt }, announcements.id))
      .limit(query.pageSize)
      .offset(query.page * query.pageSize),
    db.select({ total: sql<number>`count(*)` }).from(announcements).where(where),
  ]);
  return { content, totalElements: totals[0]?.total ?? 0 };
}
