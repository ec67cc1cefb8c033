import { and, eq, gte, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { newId } from "~db/ids";
import { orderUndos } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context } from "../context";
import { Conflict } from "../errors";
import { undoneMessage } from "./changeOrdersInput";
import { countRecorded, orderRecordStatements } from "./orderRecords";

/** How long 'Undo' is shown. */
const UNDO_SHOWN_MS = 10_000;
/** Longer by the way of a slow connection. */
export const UNDO_MS = UNDO_SHOWN_MS + 5000;

const TOO_LATE = "It is too late to undo this. Change the orders again instead.";

/**
 * Puts back the former values of the person's last change of many orders, once. Orders that have changed since keep
 * what they are, and are counted as skipped. Throws Conflict after that time, and when the change was undone already.
 */
export async function undoOrderChange(ctx: Context, undoId: string) {
  authorize(ctx, "orders.edit");
  const own = and(eq(orderUndos.userId, actorId(ctx)), eq(orderUndos.id, undoId), gte(orderUndos.expiresAt, ctx.now));
  const change = await ctx.db.select().from(orderUndos).where(own).get();
  if (!change) throw new Conflict(TOO_LATE);
  const records = change.former.map((former) => ({
    ...former,
    formerHistoryId: former.historyId,
    historyId: newId(ctx.now),
  }));
  // An order whose change lost to another person's may have the same version.
  const isOfChange = sql`exists (select 1 from history made where made.entity = 'order' and made.entity_id = orders.id and made.created_at = ${change.changedAt} and made.id = posted.value ->> 'formerHistoryId')
    and (json_type(posted.value, '$.runningSince') is null or orders.running_since is posted.value ->> 'runningSince')`;
  try {
    const results = await atomicBatch(ctx.db, [
      ctx.db.delete(orderUndos).where(own),
      assertRowsChanged(ctx.db),
      ...orderRecordStatements(ctx, records, { action: "Change undone", reason: "", onlyIf: isOfChange }),
      countRecorded(ctx, records),
    ]);
    const [{ changed }] = results.at(-1) as [{ changed: number }];
    const skipped = records.length - changed;
    return { changed, skipped, message: undoneMessage(changed, skipped) };
  } catch (error) {
    if (error instanceof PreconditionFailed) throw new Conflict(TOO_LATE);
    throw error;
  }
}
