import type { SQLiteInsertValue } from "drizzle-orm/sqlite-core";
import type { BatchStatement } from "~db/client.server";
import { insertMany } from "~db/insertRows";
import { orderItems, orders } from "~db/schema";
import type { HistoryChange } from "~db/schema/history";
import type { Context } from "../context";
import { type HistoryRow, historyStatement } from "../history/historyStatement";
import { stepsOfService } from "./newOrder";

type OrderValues = SQLiteInsertValue<typeof orders>;

interface OrderDraft {
  /** Number and clock may be chosen by the statement. */
  order: Omit<OrderValues, "subStatuses"> & Pick<typeof orders.$inferInsert, "id" | "serviceId" | "status" | "total">;
  items: readonly Omit<typeof orderItems.$inferInsert, "orderId">[];
  /** By default the steps of its service, all incomplete. */
  subStatuses?: OrderValues["subStatuses"];
  /** What the history says of its creation, besides status and total. */
  details?: HistoryChange[];
  /** What the history says instead of its creation. */
  history?: Pick<HistoryRow, "action" | "changes" | "dedupeKey">;
}

/** Inserts an order with its lines and the first row of its history, in the caller's batch. */
export function insertOrder(
  ctx: Context,
  { order, items, subStatuses = stepsOfService(order.serviceId), details = [], history }: OrderDraft,
): BatchStatement[] {
  const created = {
    action: "created",
    changes: [
      { field: "status", before: null, after: order.status },
      { field: "total", before: null, after: order.total },
      ...details,
    ],
    dedupeKey: `order.created:${order.id}`,
  };
  return [
    ctx.db.insert(orders).values({ ...order, subStatuses }),
    insertMany(
      ctx.db,
      orderItems,
      items.map((item) => ({ ...item, orderId: order.id })),
    ),
    historyStatement(ctx, { entity: "order", entityId: order.id, ...(history ?? created) }),
  ];
}
