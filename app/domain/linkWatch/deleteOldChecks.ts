import { asc, lt, sql } from "drizzle-orm";
import { linkChecks } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";

/** Bounds one run; the next takes the rest. */
const MAX_CHECKS = 500;

/**
 * Deletes checks past their retention with their evidence (rules.md retention/periods). The evidence goes first: a run
 * that is killed in between leaves rows that name it again. Returns how many.
 */
export async function deleteOldChecks(ctx: Context): Promise<number> {
  authorize(ctx, "billing.run");
  const old = await ctx.db
    .select({ id: linkChecks.id, evidenceKey: linkChecks.evidenceKey })
    .from(linkChecks)
    .where(lt(linkChecks.keptUntil, ctx.now))
    .orderBy(asc(linkChecks.keptUntil))
    .limit(MAX_CHECKS);
  if (old.length === 0) return 0;
  await ctx.files.delete(old.flatMap(({ evidenceKey }) => evidenceKey ?? []));
  const ids = JSON.stringify(old.map(({ id }) => id));
  await ctx.db.delete(linkChecks).where(sql`${linkChecks.id} in (select value from json_each(${ids}))`);
  return old.length;
}
