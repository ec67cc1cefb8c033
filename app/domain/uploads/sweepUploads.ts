import { and, isNull, lt, sql } from "drizzle-orm";
import { uploads } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";

const ORPHAN_AGE_MS = 24 * 60 * 60 * 1000;
/** Rows per run, within one delete call of the object store. */
const BATCH = 500;

/**
 * Deletes uploads that stayed unattached for 24 hours, objects first (rules.md uploads/commit, retention/periods).
 * Returns how many.
 */
export async function sweepUploads(ctx: Context): Promise<number> {
  authorize(ctx, "files.sweep");
  const orphaned = and(isNull(uploads.attachedTo), lt(uploads.createdAt, ctx.now - ORPHAN_AGE_MS));
  // Clear `storedAt` first: nobody can attach them from now on, and an interrupted run leaves them for the next one.
  const taken = await ctx.db
    .update(uploads)
    .set({ storedAt: null })
    .where(
      sql`${uploads.key} in (${ctx.db.select({ key: uploads.key }).from(uploads).where(orphaned).orderBy(uploads.createdAt).limit(BATCH)})`,
    )
    .returning({ key: uploads.key });
  const keys = taken.map(({ key }) => key);
  if (keys.length === 0) return 0;
  await ctx.files.delete(keys);
  await ctx.db
    .delete(uploads)
    .where(
      and(sql`${uploads.key} in (select value from json_each(${JSON.stringify(keys)}))`, isNull(uploads.attachedTo)),
    );
  return keys.length;
}
