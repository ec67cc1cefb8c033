import { and, desc, eq, sql } from "drizzle-orm";
import { exports, uploads } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context } from "../context";
import { numberOfPart, runOfPart } from "./everythingPart";
import type { ExportState } from "./exportKinds";

export interface EverythingPartRow {
  id: string;
  part: number;
  state: ExportState;
  createdAt: number;
  /** Rows and files so far. */
  rowsDone: number;
  /** Set when ready. `size` in bytes. */
  file: { key: string; name: string; size: number } | null;
}

/** Of 1 GB each: more than one database and its files make. */
const MAX_PARTS = 1_000;

/** The parts of the actor's newest export of everything. */
export async function findEverything(ctx: Context): Promise<EverythingPartRow[]> {
  authorize(ctx, "data.export");
  const { db } = ctx;
  const own = and(eq(exports.ownerId, actorId(ctx)), eq(exports.kind, "everything"));
  const newest = await db
    .select({ search: exports.search })
    .from(exports)
    .where(own)
    .orderBy(desc(exports.createdAt), desc(exports.id))
    .limit(1)
    .get();
  if (!newest) return [];
  const rows = await db
    .select({
      id: exports.id,
      search: exports.search,
      state: exports.state,
      createdAt: exports.createdAt,
      rowsDone: exports.rowsDone,
      key: exports.uploadKey,
      name: uploads.fileName,
      size: uploads.size,
    })
    .from(exports)
    .leftJoin(uploads, eq(uploads.key, exports.uploadKey))
    .where(and(own, sql`json_extract(${exports.search}, '$.run[0]') = ${runOfPart(newest.search)}`))
    .limit(MAX_PARTS);
  return rows
    .map(({ search, key, name, size, ...row }) => ({
      ...row,
      part: numberOfPart(search),
      file: key && name !== null && size !== null ? { key, name, size } : null,
    }))
    .sort((a, b) => a.part - b.part);
}
