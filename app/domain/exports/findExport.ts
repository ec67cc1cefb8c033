import { and, eq } from "drizzle-orm";
import { exports, uploads } from "~db/schema";
import { authorize, can } from "../access";
import { actorId, type Context } from "../context";
import { NotFound } from "../errors";
import { exportableLists } from "./exportableLists";
import type { ExportKind, ExportState } from "./exportKinds";

export interface ExportProgress {
  id: string;
  kind: ExportKind;
  state: ExportState;
  rowsDone: number;
  rowsTotal: number;
  /** Set when ready. `size` in bytes. */
  file: { key: string; name: string; size: number } | null;
}

/**
 * The progress of the actor's own export. Throws NotFound for any other export, and for a list that the actor may no
 * longer export.
 */
export async function findExport(ctx: Context, id: string): Promise<ExportProgress> {
  authorize(ctx, "exports.own");
  const row = await ctx.db
    .select({
      id: exports.id,
      kind: exports.kind,
      state: exports.state,
      rowsDone: exports.rowsDone,
      rowsTotal: exports.rowsTotal,
      key: exports.uploadKey,
      name: uploads.fileName,
      size: uploads.size,
    })
    .from(exports)
    .leftJoin(uploads, eq(uploads.key, exports.uploadKey))
    .where(and(eq(exports.id, id), eq(exports.ownerId, actorId(ctx))))
    .get();
  if (!row || !can(ctx.actor, exportableLists[row.kind].permission)) throw new NotFound();
  const { key, name, size, ...progress } = row;
  return { ...progress, file: key && name !== null && size !== null ? { key, name, size } : null };
}
