import { and, desc, eq, sql } from "drizzle-orm";
import { fullNameById } from "~db/fullName";
import { history, orders } from "~db/schema";
import type { HistoryChange } from "~db/schema/history";
import { authorize } from "../access";
import type { Context } from "../context";
import { NotFound } from "../errors";

/** One audit entry. `realActorName`: the admin who acted as the customer. */
export interface OrderHistoryEntry {
  id: string;
  action: string;
  modifiedByName: string;
  realActorName: string | null;
  /** ms UTC */
  modifiedAt: number;
  changes: HistoryChange[];
}

/** More entries than any order collects, so callers without paging get them all. */
const MOST = 500;

const nameOf = (column: "actor_id" | "real_actor_id", alias: string) =>
  fullNameById(sql.raw(`history.${column}`)).as(alias);

/** The history of an order, newest first, from `offset` on. Staff only. Throws NotFound. */
export async function orderHistory(
  ctx: Context,
  id: string,
  { limit = MOST, offset = 0 }: { limit?: number; offset?: number } = {},
): Promise<OrderHistoryEntry[]> {
  authorize(ctx, "orders.edit");
  const [[order], rows] = await ctx.db.batch([
    ctx.db.select({ id: orders.id }).from(orders).where(eq(orders.id, id)),
    ctx.db
      .select({
        id: history.id,
        action: history.action,
        actorId: history.actorId,
        actorName: nameOf("actor_id", "actor_name"),
        realActorName: nameOf("real_actor_id", "real_actor_name"),
        modifiedAt: history.createdAt,
        changes: history.changes,
      })
      .from(history)
      .where(and(eq(history.entity, "order"), eq(history.entityId, id)))
      .orderBy(desc(history.createdAt), desc(history.id))
      .limit(limit)
      .offset(offset),
  ]);
  if (!order) throw new NotFound();
  return rows.map(({ actorId, actorName, ...row }) => ({ ...row, modifiedByName: actorName ?? actorId }));
}
