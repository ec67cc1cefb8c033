import { and, eq, sql } from "drizzle-orm";
import { assertRowsChanged, type BatchStatement } from "~db/client.server";
import { newId } from "~db/ids";
import { orderEntries } from "~db/schema";
import { type Context, isStaff, userOf } from "../context";
import type { AnsweredEntry } from "./readAnswers";

/**
 * Statements for the caller's batch that write an order's project entries. Only the side that wrote an entry can
 * change it (rules.md orders/edit-entry), else the batch throws PreconditionFailed. Posting the same new entry twice
 * stores it once.
 */
export function entryStatements(ctx: Context, orderId: string, entries: readonly AnsweredEntry[]): BatchStatement[] {
  const role = isStaff(ctx.actor) ? "ADMIN" : "CUSTOMER";
  const changed = entries.flatMap(({ id, version, packageId, items }) =>
    id
      ? [
          ctx.db
            .update(orderEntries)
            .set({ items, version: sql`${orderEntries.version} + 1` })
            .where(
              and(
                eq(orderEntries.id, id),
                eq(orderEntries.orderId, orderId),
                eq(orderEntries.packageId, packageId),
                eq(orderEntries.role, role),
                version === undefined ? undefined : eq(orderEntries.version, version),
              ),
            ),
          assertRowsChanged(ctx.db),
        ]
      : [],
  );
  const added = entries
    .filter(({ id }) => !id)
    .map(({ packageId, items }) => ({ id: newId(ctx.now), packageId, items: JSON.stringify(items) }));
  if (added.length === 0) return changed;
  return [
    ...changed,
    // One bound value for all entries: a statement takes at most 100. Columns follow the table's order.
    ctx.db.insert(orderEntries).select(sql`
      select value ->> 'id', ${orderId}, value ->> 'packageId', ${role}, ${userOf(ctx.actor)?.id ?? ""}, value ->> 'items',
        ${ctx.now}, 1
      from json_each(${JSON.stringify(added)}) posted
      where not exists (
        select 1 from order_entries kept
        where kept.order_id = ${orderId} and kept.package_id = posted.value ->> 'packageId'
          and kept.role = ${role} and kept.items = posted.value ->> 'items'
      )`),
  ];
}
