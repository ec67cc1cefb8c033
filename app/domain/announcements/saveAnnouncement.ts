import { and, eq, isNull, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch } from "~db/client.server";
import { newId } from "~db/ids";
import { announcements, services } from "~db/schema";
import { authorize } from "../access";
import { checkUploads } from "../catalogue/storedService";
import { conflictOnPreconditionFailed } from "../conflictOnPreconditionFailed";
import type { Context } from "../context";
import { Invalid } from "../errors";
import { changedFields } from "../history/changedFields";
import { historyStatement } from "../history/historyStatement";
import { replaceUploads } from "../uploads/usableUploads";
import { type AnnouncementInput, END_FIRST, HELD_SERVICE_REQUIRED } from "./announcementInput";
import { type Announcement, announcementHolder, announcementToChange } from "./storedAnnouncement";

const recorded = [
  "name",
  "description",
  "linkUrl",
  "imageKey",
  "visible",
  "fromAt",
  "untilAt",
  "audience",
  "serviceIds",
] as const;

/**
 * Creates or changes an announcement (POST /announcement). Throws NotFound, Invalid
 * for an image that may not be used, a service that is none, days and audience that nobody would see it by, Conflict
 * for a stale version (rules.md forms/version).
 */
export async function saveAnnouncement(ctx: Context, input: AnnouncementInput): Promise<Announcement> {
  authorize(ctx, "announcements.manage");
  const { db } = ctx;
  const stored = input.id === undefined ? null : await announcementToChange(ctx, input.id, input.version);
  const id = stored?.id ?? newId(ctx.now);
  const { name, description, linkUrl, imageKey } = input;
  await checkUploads(ctx, [{ field: "imageKey", key: imageKey, kind: "announcementImage" }], announcementHolder(id));

  const sentOrStored = <Value>(sent: Value | undefined, before: Value | undefined, otherwise: Value) =>
    sent === undefined ? (before ?? otherwise) : sent;
  const audience = sentOrStored(input.audience, stored?.audience, "customers");
  const values = {
    name,
    description,
    linkUrl,
    imageKey,
    audience,
    visible: sentOrStored(input.visible, stored?.visible, true),
    fromAt: sentOrStored(input.fromAt, stored?.fromAt, null),
    untilAt: sentOrStored(input.untilAt, stored?.untilAt, null),
    serviceIds: audience === "holders" ? [...new Set(sentOrStored(input.serviceIds, stored?.serviceIds, []))] : [],
  };
  // What was sent agrees with itself; it has to agree with what was kept too, or nobody would ever see it.
  if (values.fromAt !== null && values.untilAt !== null && values.untilAt < values.fromAt)
    throw new Invalid(END_FIRST, "untilAt");
  if (audience === "holders" && values.serviceIds.length === 0) throw new Invalid(HELD_SERVICE_REQUIRED, "serviceIds");
  await checkServices(ctx, values.serviceIds);
  const row: Announcement = stored
    ? { ...stored, ...values, version: stored.version + 1 }
    : { ...values, id, createdAt: ctx.now, deletedAt: null, version: 1 };

  await atomicBatch(db, [
    stored
      ? db
          .update(announcements)
          .set({ ...values, version: sql`${announcements.version} + 1` })
          .where(
            and(eq(announcements.id, id), eq(announcements.version, stored.version), isNull(announcements.deletedAt)),
          )
      : db.insert(announcements).values(row),
    assertRowsChanged(db),
    ...replaceUploads(ctx, [imageKey], announcementHolder(id)),
    historyStatement(ctx, {
      entity: "announcement",
      entityId: id,
      action: stored ? "Announcement updated" : "Announcement created",
      changes: stored ? changedFields(recorded, stored, row) : [],
    }),
  ]).catch(conflictOnPreconditionFailed);
  return row;
}

/** Services that were archived since still have their holders. */
async function checkServices(ctx: Context, ids: readonly string[]) {
  if (ids.length === 0) return;
  const existing = await ctx.db
    .select({ id: services.id })
    .from(services)
    .where(sql`${services.id} in (select value from json_each(${JSON.stringify(ids)}))`);
  if (existing.length < ids.length) throw new Invalid("One of these services does not exist", "serviceIds");
}
