import { and, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { BatchStatement } from "~db/client.server";
import { uploads } from "~db/schema";
import type { Context } from "../context";
import { uploadOwners } from "./uploadOwners";

/** Where uploads are going to be used. */
export interface UploadUse {
  /** What will hold them, e.g. 'order:{id}', 'service:{id}'. What it holds already may stay, whoever brought it. */
  attachedTo?: string | null;
  /** The checkout draft of the visitor's cookie. */
  draftId?: string | null;
}

/** The condition behind every use of a key that came from outside: stored, and the actor's own or already in its place. */
function mayUse(ctx: Pick<Context, "actor">, { attachedTo, draftId }: UploadUse) {
  const own = and(
    isNull(uploads.attachedTo),
    sql`${uploads.ownerId} in (select value from json_each(${JSON.stringify(uploadOwners(ctx.actor, draftId))}))`,
  );
  return and(isNotNull(uploads.storedAt), attachedTo ? or(own, eq(uploads.attachedTo, attachedTo)) : own);
}

/** The uploads among `keys` that the actor may use there; the others are left out. One statement whatever the number. */
export const usableUploads = (ctx: Context, keys: readonly string[], use: UploadUse) =>
  ctx.db
    .select({ key: uploads.key, kind: uploads.kind, name: uploads.fileName, size: uploads.size })
    .from(uploads)
    .where(and(sql`${uploads.key} in (select value from json_each(${JSON.stringify(keys)}))`, mayUse(ctx, use)));

/**
 * Statements for the caller's batch: the uploads belong to `attachedTo` from then on. When one of them may not be used
 * by this actor any more, the whole batch is taken back (PreconditionFailed).
 */
export function attachUploads(
  ctx: Context,
  keys: readonly string[],
  attachedTo: string,
  draftId?: string | null,
): BatchStatement[] {
  const wanted = [...new Set(keys)];
  if (wanted.length === 0) return [];
  return [
    ctx.db
      .update(uploads)
      .set({ attachedTo })
      .where(
        and(
          sql`${uploads.key} in (select value from json_each(${JSON.stringify(wanted)}))`,
          mayUse(ctx, { attachedTo, draftId }),
        ),
      ),
    // In the text, not bound: drizzle cannot bind values of a raw statement in a batch.
    ctx.db.run(sql.raw(`select case when changes() < ${wanted.length} then json('x') end`)),
  ];
}

/** As attachUploads, and what `attachedTo` held beside `keys` becomes an orphan that the next sweep takes. */
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
