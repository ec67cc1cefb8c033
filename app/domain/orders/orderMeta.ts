import { and, eq, type SQL, sql } from "drizzle-orm";
import { orders } from "~db/schema";
import { authorize, can } from "../access";
import { type Context, isStaff } from "../context";
import { NotFound } from "../errors";
import { MIGRATION } from "./orderDetails";
import type { OrderSubStatus } from "./orderParts";
import { type OrderStatus, staffTransitions } from "./orderStates";
import { readTags, tagsOfOrder } from "./orderTags";
import type { Priority } from "./priorities";
import { shownDueAt } from "./shownDueAt";
import type { Tag } from "./tagColors";
import { visibleOrders } from "./visibleOrders";

/** The state a screen needs without loading the whole order. */
interface OrderMeta {
  id: string;
  number: number;
  version: number;
  status: OrderStatus;
  subStatuses: OrderSubStatus[];
  /** Statuses that the actor may set next; empty for customers. */
  nextStatuses: readonly OrderStatus[];
  /**
   * ms UTC. Null while the clock stands still, and for customers whose service does not show it (rules.md orders/due).
   */
  dueAt: number | null;
  /** For staff only. `snoozedUntil` in ms UTC. */
  sorting: { priority: Priority; tags: Tag[]; snoozedUntil: number | null } | null;
  migrated: boolean;
}

const columns = {
  id: orders.id,
  number: orders.number,
  version: orders.version,
  status: orders.status,
  subStatuses: orders.subStatuses,
  dueAt: shownDueAt.as("due_at"),
  migrated: sql<number>`${orders.createdBy} = ${MIGRATION}`,
};

/** GET /order/metaData. The specification does not show its response. Throws NotFound. */
export async function orderMeta(ctx: Context, id: string): Promise<OrderMeta> {
  authorize(ctx, "orders.read");
  const isTheOrder = and(visibleOrders(ctx.actor), eq(orders.id, id));
  const { row, sorting } = isStaff(ctx.actor)
    ? await staffRow(ctx, isTheOrder)
    : { row: await ctx.db.select(columns).from(orders).where(isTheOrder).get(), sorting: null };
  if (!row) throw new NotFound();
  return {
    ...row,
    sorting,
    migrated: row.migrated === 1,
    nextStatuses: can(ctx.actor, "orders.edit") ? staffTransitions[row.status] : [],
  };
}

async function staffRow({ db }: Context, isTheOrder: SQL | undefined) {
  const read = await db
    .select({
      ...columns,
      dueAt: orders.dueAt,
      priority: orders.priority,
      snoozedUntil: orders.snoozedUntil,
      tags: tagsOfOrder(sql`${orders.id}`),
    })
    .from(orders)
    .where(isTheOrder)
    .get();
  if (!read) return { row: undefined, sorting: null };
  const { priority, snoozedUntil, tags, ...row } = read;
  return { row, sorting: { priority, snoozedUntil, tags: readTags(tags) } };
}
