import { and, isNull, lt, sql } from "drizzle-orm";
import { uploads } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";

const ORPHAN_AGE_MS = 24 * 60 * 60 * 1000;
/** What one run takes: within one delete call of the object store. */
const BATCH = 500;

/**
 * Removes uploads that nothing has used for 24 hours, objects first (rules.md uploads/commit, retention/periods).
 * Answers how many went.
 */
export async function sweepUploads(ctx: Context): Promise<number> {
  authorize(ctx, "files.sweep");
  const orphaned = and(isNull(uploads.attachedTo), lt(uploads.createdAt, ctx.now - ORPHAN_AGE_MS));
  // Unstored first: from here on nobody can attach them, and a run that is killed leaves them to the next one.
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
