import { and, eq, sql } from "drizzle-orm";
import { assertRowsChanged, type BatchStatement } from "~db/client.server";
import { newId } from "~db/ids";
import { insertFrom } from "~db/insertRows";
import { orderEntries } from "~db/schema";
import { actorId, type Context, isStaff } from "../context";
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
    insertFrom(
      ctx.db,
      orderEntries,
      {
        id: sql`value ->> 'id'`,
        orderId,
        packageId: sql`value ->> 'packageId'`,
        role,
        createdById: actorId(ctx),
        items: sql`value ->> 'items'`,
        createdAt: ctx.now,
      },
      sql`from json_each(${JSON.stringify(added)}) posted
        where not exists (
          select 1 from order_entries kept
          where kept.order_id = ${orderId} and kept.package_id = posted.value ->> 'packageId'
            and kept.role = ${role} and kept.items = posted.value ->> 'items'
        )`,
    ),
  ];
}
