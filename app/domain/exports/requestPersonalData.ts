import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { newId } from "~db/ids";
import { insertFrom } from "~db/insertRows";
import { exports } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context } from "../context";
import { personalDataPermission } from "./exportPermission";

/** Queues a download of a client's data and returns its id. An unfinished one of the same client is reused. */
export async function requestPersonalData(
  ctx: Context,
  { clientId, files }: { clientId: string; files: number },
): Promise<string> {
  authorize(ctx, personalDataPermission(ctx.actor, clientId));
  const { db } = ctx;
  const ownerId = actorId(ctx);
  const search = { clientId: [clientId] };
  const unfinished = and(
    eq(exports.ownerId, ownerId),
    eq(exports.kind, "personalData"),
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
        ownerId,
        kind: "personalData",
        search,
        state: "waiting",
        rowsDone: 0,
        rowsTotal: files,
        createdAt: ctx.now,
      },
      sql`where not exists ${same}`,
    ),
    db.select({ id: exports.id }).from(exports).where(unfinished).orderBy(desc(exports.createdAt)).limit(1),
  ]);
  ctx.after(() => ctx.publish.exportsWaiting());
  return rows[0]!.id;
}
