import { and, eq, sql } from "drizzle-orm";
import { orders } from "~db/schema";
import { authorize, can } from "../access";
import type { Context } from "../context";
import { NotFound } from "../errors";
import { MIGRATION } from "./orderDetails";
import type { OrderSubStatus } from "./orderParts";
import { type OrderStatus, staffTransitions } from "./orderStates";
import { visibleOrders } from "./visibleOrders";

/** The state a screen needs without loading the whole order. */
export interface OrderMeta {
  id: string;
  number: number;
  version: number;
  status: OrderStatus;
  subStatuses: OrderSubStatus[];
  /** Statuses that the actor may set next; empty for customers. */
  nextStatuses: readonly OrderStatus[];
  migrated: boolean;
}

/** GET /order/metaData. The specification does not show its response. Throws NotFound. */
export async function orderMeta(ctx: Context, id: string): Promise<OrderMeta> {
  authorize(ctx, "orders.read");
  const row = await ctx.db
    .select({
      id: orders.id,
      number: orders.number,
      version: orders.version,
      status: orders.status,
      subStatuses: orders.subStatuses,
      migrated: sql<number>`${orders.createdBy} = ${MIGRATION}`,
    })
    .from(orders)
    .where(and(visibleOrders(ctx.actor), eq(orders.id, id)))
    .get();
  if (!row) throw new NotFound();
  return {
    ...row,
    migrated: row.migrated === 1,
    nextStatuses: can(ctx.actor, "orders.edit") ? staffTransitions[row.status] : [],
  };
}
