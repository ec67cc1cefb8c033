import { and, eq } from "drizzle-orm";
import { exports, uploads } from "~db/schema";
import { authorize, can } from "../access";
import { type Context, userOf } from "../context";
import { NotFound } from "../errors";
import { exportableLists } from "./exportableLists";
import type { ExportKind, ExportState } from "./exportKinds";

export interface ExportProgress {
  id: string;
  kind: ExportKind;
  state: ExportState;
  rowsDone: number;
  rowsTotal: number;
  /** Once it is ready. Size in bytes. */
  file: { key: string; name: string; size: number } | null;
}

/**
 * How an export of one's own stands. Throws NotFound, also for somebody else's, whoever asks, and for one of a list
 * that its owner may no longer take away: rights are those of today.
 */
export async function findExport(ctx: Context, id: string): Promise<ExportProgress> {
  authorize(ctx, "exports.own");
  const found = await ctx.db
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
    .where(and(eq(exports.id, id), eq(exports.ownerId, userOf(ctx.actor)?.id ?? "")))
    .get();
  if (!found || !can(ctx.actor, exportableLists[found.kind].permission)) throw new NotFound();
  const { key, name, size, ...progress } = found;
  return { ...progress, file: key && name !== null && size !== null ? { key, name, size } : null };
}
