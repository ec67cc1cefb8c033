import { asc, lt, sql } from "drizzle-orm";
import { exports, uploads } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";

/** Exports older than this are deleted (rules.md retention/periods). */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** Rows per run, within one delete call of the object store. */
const BATCH = 500;

/** Deletes exports older than 30 days and their files, objects first. Returns how many. */
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
