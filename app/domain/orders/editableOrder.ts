import { and, eq, is, SQL, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, type BatchStatement, PreconditionFailed } from "~db/client.server";
import { orders } from "~db/schema";
import type { Context } from "../context";
import { NotFound, staleRecord, WriteConflict } from "../errors";
import { clockAsRead, clockColumns } from "./orderClock";
import { visibleOrders } from "./visibleOrders";

export type StoredOrder = typeof orders.$inferSelect;

/**
 * Reads an order for a change, if the actor can see it. Throws NotFound, and Conflict for a stale version (rules.md
 * forms/version).
 */
export async function editableOrder(ctx: Context, input: { id: string; version?: number }): Promise<StoredOrder> {
  const order = await ctx.db
    .select()
    .from(orders)
    .where(and(visibleOrders(ctx.actor), eq(orders.id, input.id)))
    .get();
  if (!order) throw new NotFound();
  if (input.version !== undefined && input.version !== order.version) throw staleRecord();
  return order;
}

type OrderChange = Partial<{ [Column in keyof StoredOrder]: StoredOrder[Column] | SQL }> &
  // The clock of the order follows from these, so their values must be known.
  Partial<Pick<StoredOrder, "status" | "awaitingSince">>;

/**
 * A change without the columns that keep their value, because setting a column writes each of its indexes again. For
 * updates that guard the version that was read.
 */
export function changedColumns(order: StoredOrder, change: OrderChange): OrderChange {
  const isChanged = ([column, value]: [string, unknown]) =>
    is(value, SQL) || JSON.stringify(value) !== JSON.stringify(order[column as keyof StoredOrder]);
  return Object.fromEntries(Object.entries(change).filter(isChanged));
}

/** Statements that depend on more than the order are read again for each try. */
type OrderStatements = BatchStatement[] | (() => Promise<BatchStatement[]>);

const TRIES = 5;

/**
 * Writes the change, the order's clock (rules.md orders/due) and `rest` in one batch if the order's version is
 * unchanged, else throws Conflict. When only what `rest` read has changed, reads it again and retries. Sends waiting
 * pushes and emails afterwards.
 */
export async function writeOrder(ctx: Context, order: StoredOrder, change: OrderChange, rest: OrderStatements) {
  const isAsRead = and(eq(orders.id, order.id), eq(orders.version, order.version));
  const historyId = ctx.form?.historyId ?? null;
  for (let attempt = 1; ; attempt++) {
    try {
      await atomicBatch(ctx.db, [
        ctx.db
          .update(orders)
          .set({
            ...changedColumns(order, { ...clockColumns(ctx, order, change), ...change }),
            version: sql`${orders.version} + 1`,
          })
          .where(and(isAsRead, clockAsRead(order))),
        assertRowsChanged(ctx.db),
        ...(typeof rest === "function" ? await rest() : rest),
      ]);
      break;
    } catch (error) {
      if (!(error instanceof PreconditionFailed)) throw error;
      const isSame = async () =>
        (await ctx.db.select({ id: orders.id }).from(orders).where(isAsRead).get()) !== undefined;
      if (typeof rest !== "function" || attempt === TRIES || !(await isSame())) throw new WriteConflict();
      // A lost batch wrote no history: the next try carries the form's act again.
      if (ctx.form) ctx.form.historyId = historyId;
    }
  }
  ctx.after(() => ctx.publish.outboxWaiting());
}
