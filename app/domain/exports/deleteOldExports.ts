import { asc, lt, sql } from "drizzle-orm";
import { exports, uploads } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";

/** Exports are kept this long (rules.md retention/periods). */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** What one run takes: within one delete call of the object store. */
const BATCH = 500;

/** Removes exports of 30 days ago with their files, objects first. Answers how many went. */
export async function deleteOldExports(ctx: Context): Promise<number> {
  authorize(ctx, "exports.make");
  const { db } = ctx;
  const old = await db
    .select({ id: exports.id, key: exports.uploadKey })
    .from(exports)
    .where(lt(exports.createdAt, ctx.now - KEPT_MS))
    .orderBy(asc(exports.createdAt))
    .limit(BATCH);
  if (old.length === 0) return 0;
  const keys = old.flatMap(({ key }) => key ?? []);
  if (keys.length > 0) await ctx.files.delete(keys);
  const among = (values: string[]) => sql`(select value from json_each(${JSON.stringify(values)}))`;
  await db.batch([
    db.delete(uploads).where(sql`${uploads.key} in ${among(keys)}`),
    db.delete(exports).where(sql`${exports.id} in ${among(old.map(({ id }) => id))}`),
  ]);
  return old.length;
}
