import { type SQL, sql } from "drizzle-orm";
import type { BatchStatement } from "~db/client.server";
import { insertFrom } from "~db/insertRows";
import { orders, orderTags } from "~db/schema";
import type { HistoryChange } from "~db/schema/history";
import type { Context } from "../context";
import { historyOfRows } from "../history/historyStatement";
import type { StoredOrder } from "./editableOrder";

/** One order of a change of many. */
export interface OrderRecord {
  id: string;
  /** The version that was read. Another one leaves the order alone. */
  version: number;
  /** The history row that marks the order as changed by this batch. */
  historyId: string;
  changes: HistoryChange[];
  /** All records of a change have the same columns. */
  columns: Partial<StoredOrder>;
  /** The clock as it was read: deliveries stop it without a new version of the order. */
  clock?: Pick<StoredOrder, "runningSince" | "awaitingSince">;
  /** Folded names, which replace the order's tags; absent leaves them. */
  tags?: string[];
}

/**
 * Holds for a JSON record `posted` whose history row of the moment `at` was written. `id` names the order's id in it.
 */
export const isRecorded = (at: number, id = "id") =>
  sql`exists (select 1 from history where history.entity = 'order' and history.entity_id = posted.value ->> ${sql.raw(`'${id}'`)} and history.created_at = ${at} and history.id = posted.value ->> 'historyId')`;

/**
 * Statements that change each order whose version is as read, with one history row each, whatever happens to the
 * others. The history is written first: a row of it says which orders the following statements may touch. `onlyIf` is a
 * further condition on the order.
 */
export function orderRecordStatements(
  ctx: Context,
  records: readonly OrderRecord[],
  { action, reason, onlyIf = sql`true` }: { action: string; reason: string; onlyIf?: SQL },
): BatchStatement[] {
  const columns = Object.keys(records[0]?.columns ?? {});
  const posted = JSON.stringify(records.map(({ columns, tags: _tags, ...record }) => ({ ...record, ...columns })));
  const asRead = records[0]?.clock
    ? sql`orders.running_since is posted.value ->> '$.clock.runningSince' and orders.awaiting_since is posted.value ->> '$.clock.awaitingSince'`
    : sql`true`;
  const changes = reason
    ? // Bound once, as it would multiply by the number of orders.
      sql`json_insert(posted.value -> 'changes', '$[#]', json_object('field', 'reason', 'before', null, 'after', ${reason}))`
    : sql`posted.value -> 'changes'`;
  return [
    historyOfRows(ctx, {
      id: sql`posted.value ->> 'historyId'`,
      entity: "order",
      entityId: sql`orders.id`,
      action,
      changes,
      from: sql`json_each(${posted}) posted cross join orders on orders.id = posted.value ->> 'id' and orders.version = posted.value ->> 'version' where ${onlyIf} and ${asRead}`,
    }),
    ctx.db
      .update(orders)
      .set({
        ...Object.fromEntries(columns.map((column) => [column, sql.raw(`posted.value ->> '${column}'`)])),
        version: sql`${orders.version} + 1`,
      })
      .from(sql`json_each(${posted}) posted`)
      .where(sql`${orders.id} = posted.value ->> 'id' and ${isRecorded(ctx.now)}`),
    ...tagStatements(ctx, records),
  ];
}

function tagStatements({ db, now }: Context, records: readonly OrderRecord[]): BatchStatement[] {
  const tagged = records.flatMap(({ id, historyId, tags }) => (tags ? [{ id, historyId, tags }] : []));
  if (tagged.length === 0) return [];
  const posted = sql`json_each(${JSON.stringify(tagged)}) posted`;
  return [
    db
      .delete(orderTags)
      .where(sql`${orderTags.orderId} in (select posted.value ->> 'id' from ${posted} where ${isRecorded(now)})`),
    insertFrom(
      db,
      orderTags,
      { orderId: sql`posted.value ->> 'id'`, tagId: sql`tags.id` },
      sql`from ${posted} join json_each(posted.value, '$.tags') named join tags on tags.name_folded = named.value where ${isRecorded(now)}`,
    ),
  ];
}

export const countRecorded = ({ db, now }: Context, records: readonly OrderRecord[]) =>
  db
    .select({ changed: sql<number>`count(*)`.as("changed") })
    .from(sql`json_each(${JSON.stringify(records.map(({ id, historyId }) => ({ id, historyId })))}) posted`)
    .where(isRecorded(now));
