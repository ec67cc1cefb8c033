import { inArray, sql } from "drizzle-orm";
import { uploads } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { fileKeysOf } from "./historyFields";
import type { OrderHistoryEntry } from "./orderHistory";

/** The names of the files in these entries, by key. Deleted files have none. Staff only. */
export async function historyFiles(
  ctx: Context,
  entries: readonly OrderHistoryEntry[],
): Promise<Record<string, string>> {
  authorize(ctx, "orders.edit");
  const keys = entries.flatMap(({ changes }) =>
    changes.flatMap(({ field, before, after }) => [...fileKeysOf(field, before), ...fileKeysOf(field, after)]),
  );
  if (keys.length === 0) return {};
  const rows = await ctx.db
    .select({ key: uploads.key, name: uploads.fileName })
    .from(uploads)
    .where(inArray(uploads.key, sql`(select value from json_each(${JSON.stringify(keys)}))`));
  return Object.fromEntries(rows.map(({ key, name }) => [key, name]));
}
