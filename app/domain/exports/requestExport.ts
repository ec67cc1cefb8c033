import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { newId } from "~db/ids";
import { insertFrom } from "~db/insertRows";
import { exports } from "~db/schema";
import { authorize } from "../access";
import { type Context, userOf } from "../context";
import { Unauthenticated } from "../errors";
import type { StoredExportKind } from "./exportKinds";
import { exportPermission } from "./exportPermission";

/**
 * Queues a large export and returns its id. An unfinished export of the same list and search is reused. `rowsTotal`
 * is the current number of rows.
 */
export async function requestExport(
  ctx: Context,
  { kind, search, rowsTotal }: { kind: StoredExportKind; search: Record<string, string[]>; rowsTotal: number },
): Promise<string> {
  authorize(ctx, exportPermission(ctx.actor, { kind, search }));
  const owner = userOf(ctx.actor);
  if (!owner) throw new Unauthenticated();
  const { db } = ctx;
  const unfinished = and(
    eq(exports.ownerId, owner.id),
    eq(exports.kind, kind),
    eq(exports.search, search),
    inArray(exports.state, ["waiting", "working"]),
  );
  const same = db.select({ one: sql`1` }).from(exports).where(unfinished);
  const [, rows] = await db.batch([
    insertFrom(
      db,
      exports,
      {
        id: newId(ctx.now),
        ownerId: owner.id,
        kind,
        search,
        state: "waiting",
        rowsDone: 0,
        rowsTotal,
        createdAt: ctx.now,
      },
      sql`where not exists ${same}`,
    ),
    db.select({ id: exports.id }).from(exports).where(unfinished).orderBy(desc(exports.createdAt)).limit(1),
  ]);
  ctx.after(() => ctx.publish.exportsWaiting());
  return rows[0]!.id;
}
