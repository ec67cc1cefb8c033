import { getTableColumns, sql } from "drizzle-orm";
import type { Page } from "~/list/defineList";
import { paths } from "~/paths";
import { listSource, runList } from "~db/runList.server";
import { creatives } from "~db/schema";
import { authorize } from "../access";
import { type Context, userOf } from "../context";
import { mergedValues } from "../records/recordFields";
import { deleteRecord, recordToChange, saveRecord, storedRecord } from "../records/saveRecord";
import { shownFile } from "../uploads/shownFile";
import { type CreativeInput, type CreativeQuery, creativeRecord } from "./creative";
import { referralPath } from "./referralPath";
import { visibleCreatives } from "./visibleCreatives";

export type Creative = typeof creatives.$inferSelect;

const listed = listSource({
  table: creatives,
  id: creatives.id,
  columns: {
    ...getTableColumns(creatives),
    /** The file's key when it is an image, for a thumbnail. */
    pictureKey: sql<string | null>`(select pictures.key from uploads pictures
      where pictures.key = ${creatives.uploadKey} and pictures.content_type like 'image/%')`,
  },
  filters: { status: creatives.creativeStatus, creativeStatus: creatives.creativeStatus },
  sorts: { createdTime: creatives.createdAt },
});

/** Returns a page of the creatives the actor can see, newest first, in one round trip (POST /creative/find). */
export async function findCreatives(
  ctx: Context,
  query: CreativeQuery,
): Promise<Page<Creative & { pictureKey: string | null }>> {
  authorize(ctx, "creatives.view");
  return await runList(ctx.db, listed, query, { where: visibleCreatives(ctx) });
}

/**
 * Returns a creative for use or editing (GET /creative/detail), with the calling affiliate's own link to its target;
 * null without a code. Throws NotFound, also when it is hidden from the actor.
 */
export async function creativeDetails(ctx: Context, id: string) {
  authorize(ctx, "creatives.view");
  const row = await storedRecord(ctx, creatives, id, visibleCreatives(ctx));
  const user = userOf(ctx.actor);
  const code = user?.affiliate ? user.affiliateCode : null;
  const referralUrl = code ? ctx.siteUrl + paths.referral(code, referralPath(row.url, ctx.siteUrl)) : null;
  return { ...row, file: await shownFile(ctx, row.uploadKey), referralUrl };
}

/**
 * Creates or changes a creative (POST /creative). Throws NotFound, Invalid for a file that may not be used, Conflict
 * for a stale version.
 */
export async function saveCreative(ctx: Context, input: CreativeInput): Promise<Creative> {
  authorize(ctx, "creatives.manage");
  const stored = await recordToChange(ctx, creatives, input);
  const values = mergedValues(creativeRecord.fields, stored, input);
  return await saveRecord(ctx, { ...creativeRecord, table: creatives, stored, values });
}

/** Deletes a creative (DELETE /creative). Throws NotFound. */
export async function deleteCreative(ctx: Context, id: string): Promise<void> {
  authorize(ctx, "creatives.manage");
  await deleteRecord(ctx, creatives, "creative", id);
}
