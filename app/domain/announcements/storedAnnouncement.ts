import { and, eq, isNull } from "drizzle-orm";
import { announcements } from "~db/schema";
import type { Context } from "../context";
import { Invalid, NotFound, staleRecord } from "../errors";

export type Announcement = typeof announcements.$inferSelect;

export const announcementHolder = (id: string) => `announcement:${id}`;

/**
 * Loads the row for an update. Throws NotFound, Invalid without a version and Conflict for a stale one (rules.md
 * forms/version).
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

/** Loads an announcement. Throws NotFound, also for a deleted one. */
export async function storedAnnouncement(ctx: Context, id: string): Promise<Announcement> {
  const row = await ctx.db
    .select()
    .from(announcements)
    .where(and(eq(announcements.id, id), isNull(announcements.deletedAt)))
    .get();
  if (!row) throw new NotFound();
  return row;
}
