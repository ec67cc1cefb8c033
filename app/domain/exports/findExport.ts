import { and, eq } from "drizzle-orm";
import { paths } from "~/paths";
import { exports, uploads } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context } from "../context";
import { NotFound } from "../errors";
import { type ExportState, exportListPath, type StoredExportKind } from "./exportKinds";
import { clientOfExport, mayExport } from "./exportPermission";

export interface ExportProgress {
  id: string;
  kind: StoredExportKind;
  /** The page that it was asked for on. */
  from: string;
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
      search: exports.search,
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
  if (!row || !mayExport(ctx.actor, row)) throw new NotFound();
  const { key, name, size, search, ...progress } = row;
  const client = clientOfExport(search);
  const ownPage = client === actorId(ctx) ? paths.profile() : paths.client(client);
  const from =
    row.kind === "personalData" ? ownPage : row.kind === "everything" ? paths.dataSettings() : exportListPath[row.kind];
  return { ...progress, from, file: key && name !== null && size !== null ? { key, name, size } : null };
}
