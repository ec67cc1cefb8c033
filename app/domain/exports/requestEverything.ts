import { and, eq, inArray, sql } from "drizzle-orm";
import { newId } from "~db/ids";
import { insertFrom } from "~db/insertRows";
import { exports } from "~db/schema";
import { authorize } from "../access";
import { consumeRateLimit } from "../accounts/consumeRateLimit";
import { actorId, type Context } from "../context";
import { recordSecurityEvent } from "../securityEvents/recordSecurityEvent";
import { firstPart, searchOfPart } from "./everythingPart";

/**
 * Queues an export of everything, whose parts follow each other (rules.md data/everything). Does nothing while one of
 * the actor is under way. Throws TooMany.
 */
export async function requestEverything(ctx: Context): Promise<void> {
  authorize(ctx, "data.export");
  const { db, now } = ctx;
  await consumeRateLimit(ctx, "everything", actorId(ctx));
  recordSecurityEvent(ctx, { kind: "exported", detail: "Everything" });
  const id = newId(now);
  const underWay = db
    .select({ one: sql`1` })
    .from(exports)
    .where(
      and(
        eq(exports.ownerId, actorId(ctx)),
        eq(exports.kind, "everything"),
        inArray(exports.state, ["waiting", "working"]),
      ),
    );
  await insertFrom(
    db,
    exports,
    {
      id,
      ownerId: actorId(ctx),
      kind: "everything",
      search: searchOfPart(id, firstPart),
      state: "waiting",
      rowsDone: 0,
      rowsTotal: 0,
      createdAt: now,
    },
    sql`where not exists ${underWay}`,
  );
  ctx.after(() => ctx.publish.exportsWaiting());
}
