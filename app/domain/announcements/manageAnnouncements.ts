import { getTableColumns, isNull } from "drizzle-orm";
import { listSource, runList } from "~db/runList.server";
import { announcements } from "~db/schema";
import { authorize } from "../access";
import { assertServicesExist } from "../catalogue/assertServicesExist";
import type { Context } from "../context";
import { assertRules, mergedValues } from "../records/recordFields";
import { deleteRecord, recordToChange, saveRecord, storedRecord } from "../records/saveRecord";
import { shownFile } from "../uploads/shownFile";
import { type AnnouncementInput, type AnnouncementQuery, announcementRecord, announcementRules } from "./announcement";

const listed = listSource({
  table: announcements,
  id: announcements.id,
  columns: getTableColumns(announcements),
  filters: { visible: announcements.visible },
  sorts: { createdTime: announcements.createdAt },
});

/** Returns a page of announcements, newest first, in one round trip (POST /announcement/find). */
export async function findAnnouncements(ctx: Context, query: AnnouncementQuery) {
  authorize(ctx, "announcements.manage");
  return await runList(ctx.db, listed, query, { where: isNull(announcements.deletedAt) });
}

/** Returns an announcement for editing (GET /announcement/detail). Throws NotFound. */
export async function announcementDetails(ctx: Context, id: string) {
  authorize(ctx, "announcements.manage");
  const row = await storedRecord(ctx, announcements, id);
  return { ...row, file: await shownFile(ctx, row.imageKey) };
}

/**
 * Creates or changes an announcement (POST /announcement). Throws NotFound, Invalid for an image or a service that may
 * not be used and for days or an audience that hide it from everyone, Conflict for a stale version.
 */
export async function saveAnnouncement(ctx: Context, input: AnnouncementInput) {
  authorize(ctx, "announcements.manage");
  const stored = await recordToChange(ctx, announcements, input);
  const values = mergedValues(announcementRecord.fields, stored, input);
  values.serviceIds = values.audience === "holders" ? [...new Set(values.serviceIds)] : [];
  assertRules(announcementRules, values);
  await assertServicesExist(ctx, values.serviceIds, "serviceIds");
  return await saveRecord(ctx, { ...announcementRecord, table: announcements, stored, values });
}

/** Deletes an announcement (DELETE /announcement). Throws NotFound. */
export async function deleteAnnouncement(ctx: Context, id: string): Promise<void> {
  authorize(ctx, "announcements.manage");
  await deleteRecord(ctx, announcements, "announcement", id);
}
