import { and, eq, isNull } from "drizzle-orm";
import { announcements } from "~db/schema";
import type { Context } from "../context";
import { Invalid, NotFound, staleRecord } from "../errors";

export type Announcement = typeof announcements.$inferSelect;

/** What uses an announcement's image. */
export const announcementHolder = (id: string) => `announcement:${id}`;

/**
 * The row behind a change. Throws NotFound, Invalid without a version, Conflict when it is an old one
 * (rules.md forms/version).
 */
export async function announcementToChange(
  ctx: Context,
  id: string,
  version: number | undefined,
): Promise<Announcement> {
  const row = await storedAnnouncement(ctx, id);
  if (version === undefined) throw new Invalid("Version is required", "version");
  if (version !== row.version) throw staleRecord();
  return row;
}

/** Throws NotFound, also for one that was deleted. */
export async function storedAnnouncement(ctx: Context, id: string): Promise<Announcement> {
  const row = await ctx.db
    .select()
    .from(announcements)
    .where(and(eq(announcements.id, id), isNull(announcements.deletedAt)))
    .get();
  if (!row) throw new NotFound();
  return row;
}
