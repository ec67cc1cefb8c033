import { and, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import { assertRowsChanged, type BatchStatement } from "~db/client.server";
import { uploads } from "~db/schema";
import { type Context, userOf } from "../context";

export interface UploadUse {
  /**
   * The record that will hold the uploads, e.g. 'order:{id}', 'service:{id}'. Uploads that it already holds stay
   * usable, no matter which person added them.
   */
  attachedTo?: string | null;
}

/**
 * The check for every posted upload key: it is stored, and either the actor's own or already attached to this record.
 */
function mayUse({ actor }: Pick<Context, "actor">, { attachedTo }: UploadUse) {
  const own = and(isNull(uploads.attachedTo), eq(uploads.ownerId, userOf(actor)?.id ?? ""));
  return and(isNotNull(uploads.storedAt), attachedTo ? or(own, eq(uploads.attachedTo, attachedTo)) : own);
}

/** The uploads among `keys` that the actor may use; leaves out the others. One statement for any number of keys. */
export const usableUploads = (ctx: Context, keys: readonly string[], use: UploadUse) =>
  ctx.db
    .select({ key: uploads.key, kind: uploads.kind, name: uploads.fileName, size: uploads.size })
    .from(uploads)
    .where(and(sql`${uploads.key} in (select value from json_each(${JSON.stringify(keys)}))`, mayUse(ctx, use)));

/**
 * Statements for the caller's batch that attach the uploads to `attachedTo`. The batch throws PreconditionFailed when
 * the actor may not use one of them.
 */
export function attachUploads(ctx: Context, keys: readonly string[], attachedTo: string): BatchStatement[] {
  const wanted = [...new Set(keys)];
  if (wanted.length === 0) return [];
  return [
    ctx.db
      .update(uploads)
      .set({ attachedTo })
      .where(
        and(
          sql`${uploads.key} in (select value from json_each(${JSON.stringify(wanted)}))`,
          mayUse(ctx, { attachedTo }),
        ),
      ),
    assertRowsChanged(ctx.db, wanted.length),
  ];
}

/** Like attachUploads, and detaches all other uploads of `attachedTo`, which the next sweep deletes. */
export const replaceUploads = (ctx: Context, keys: readonly string[], attachedTo: string): BatchStatement[] => [
  ctx.db
    .update(uploads)
    .set({ attachedTo: null })
    .where(
      and(
        eq(uploads.attachedTo, attachedTo),
        sql`${uploads.key} not in (select value from json_each(${JSON.stringify(keys)}))`,
      ),
    ),
  ...attachUploads(ctx, keys, attachedTo),
];
