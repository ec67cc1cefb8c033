import { and, eq } from "drizzle-orm";
import { exports, uploads } from "~db/schema";
import { authorize } from "../access";
import { type Context, userOf } from "../context";
import { NotFound } from "../errors";
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

/** How an export of one's own stands. Throws NotFound, also for somebody else's, whoever asks. */
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
  if (!found) throw new NotFound();
  const { key, name, size, ...progress } = found;
  return { ...progress, file: key && name !== null && size !== null ? { key, name, size } : null };
}
