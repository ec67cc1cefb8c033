import { and, eq, type SQL, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, type BatchStatement, PreconditionFailed } from "~db/client.server";
import { orders } from "~db/schema";
import type { Context } from "../context";
import { NotFound, staleRecord, WriteConflict } from "../errors";
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

type OrderChange = Partial<{ [Column in keyof StoredOrder]: StoredOrder[Column] | SQL }>;

/**
 * Writes the change and `rest` in one batch if the order's version is unchanged, else throws Conflict. Sends waiting
 * pushes and emails afterwards.
 */
export async function writeOrder(ctx: Context, order: StoredOrder, change: OrderChange, rest: BatchStatement[]) {
  try {
    await atomicBatch(ctx.db, [
      ctx.db
        .update(orders)
        .set({ ...change, version: sql`${orders.version} + 1` })
        .where(and(eq(orders.id, order.id), eq(orders.version, order.version))),
      assertRowsChanged(ctx.db),
      ...rest,
    ]);
  } catch (error) {
    if (error instanceof PreconditionFailed) throw new WriteConflict();
    throw error;
  }
  ctx.after(() => ctx.publish.outboxWaiting());
}
