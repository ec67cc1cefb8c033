import { and, eq, sql } from "drizzle-orm";
import { assertHolds, atomicBatch, type BatchStatement } from "~db/client.server";
import { newId } from "~db/ids";
import { orders } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context } from "../context";
import { Invalid, NotFound } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { notifyViewers } from "../messages/notifyViewers";
import { notifyStatements } from "../notifications/notifyStatements";
import { changedColumns, type StoredOrder } from "../orders/editableOrder";
import { clockAsRead, clockColumns } from "../orders/orderClock";
import { visibleOrders } from "../orders/visibleOrders";
import { retryOnConflict } from "../retryOnConflict";
import { attachUploads, usableUploads } from "../uploads/usableUploads";
import { findReports } from "./findReports";
import type { OrderReport } from "./orderReport";
import { reportRows } from "./reportRows";

export const FILE_REQUIRED = "Choose a file";
const FILE_GONE = "A file is no longer available. Please upload it again.";

/**
 * Delivers uploaded files (kind `report`) to the order's customer and notifies customer and assignee (rules.md
 * notifications/recipients). Clears an earlier approval, and stops the order's clock until the client answers (rules.md
 * orders/due). Delivers each file once and returns all reports of the order. Throws NotFound, and Invalid for no file
 * or one that this actor may not use.
 */
export async function addReports(
  ctx: Context,
  { orderId, uploadKeys }: { orderId: string; uploadKeys: readonly string[] },
): Promise<OrderReport[]> {
  authorize(ctx, "orders.manageReports");
  const keys = [...new Set(uploadKeys)];
  if (keys.length === 0) throw new Invalid(FILE_REQUIRED, "files");
  const rows = keys.map((key) => ({ id: newId(ctx.now), key }));
  const attempt = async () => {
    const { order, names } = await readForDelivery(ctx, orderId, keys);
    await atomicBatch(ctx.db, deliveryStatements(ctx, order, { rows, names }));
    return order;
  };
  // Another try finds a file that is gone, or the order as another writer left it.
  const order = await retryOnConflict(ctx, attempt, { exhausted: () => new Invalid(FILE_GONE, "files") });
  ctx.after(() => ctx.publish.outboxWaiting());
  notifyViewers(ctx, order, "Customer");
  return await findReports(ctx, order.id);
}

async function readForDelivery(ctx: Context, orderId: string, keys: readonly string[]) {
  const [[order], usable] = await ctx.db.batch([
    ctx.db
      .select()
      .from(orders)
      .where(and(visibleOrders(ctx.actor), eq(orders.id, orderId))),
    usableUploads(ctx, [...keys], { attachedTo: `order:${orderId}` }),
  ]);
  if (!order) throw new NotFound();
  const files = keys.map((key) => usable.find((upload) => upload.key === key && upload.kind === "report"));
  if (files.includes(undefined)) throw new Invalid(FILE_GONE, "files");
  return { order, names: files.map((file) => file?.name ?? "") };
}

interface Delivered {
  rows: readonly { id: string; key: string }[];
  names: readonly string[];
}

function deliveryStatements(ctx: Context, order: StoredOrder, { rows, names }: Delivered): BatchStatement[] {
  const userId = actorId(ctx);
  const people = [order.clientId, ...(order.assignedToId ? [order.assignedToId] : [])];
  const keys = rows.map(({ key }) => key);
  const event = `order.report:${order.id}:${keys[0]}`;
  const attachedTo = `order:${order.id}`;
  return [
    reportRows(
      ctx,
      order.id,
      rows.map((row, index) => ({ ...row, name: names[index]!, url: null })),
    ),
    ...awaitAnswer(ctx, order, rows),
    ...attachUploads(ctx, keys, attachedTo),
    historyStatement(ctx, {
      entity: "order",
      entityId: order.id,
      action: "Report uploaded",
      changes: names.map((name) => ({ field: "report", before: null, after: name })),
      dedupeKey: event,
    }),
    ...notifyStatements(ctx, {
      recipients: { users: people.filter((id) => id !== userId) },
      description:
        keys.length === 1
          ? `A new report is ready on order ${order.number}: ${order.serviceName}`
          : `${keys.length} new reports are ready on order ${order.number}: ${order.serviceName}`,
      kind: "report",
      type: "ORDER",
      typeSystemId: order.id,
      dedupeKey: event,
    }),
  ];
}

/** Clears an earlier approval and stops the clock, unless the files were delivered before (rules.md orders/due). */
function awaitAnswer(ctx: Context, order: StoredOrder, rows: Delivered["rows"]): BatchStatement[] {
  const change = { approvedAt: null, awaitingSince: order.awaitingSince ?? ctx.now };
  if (order.approvedAt === null && order.awaitingSince !== null) return [];
  const isNew = sql`exists (select 1 from order_reports where id in (select value from json_each(${JSON.stringify(rows.map(({ id }) => id))})))`;
  return [
    ctx.db
      .update(orders)
      .set({
        ...changedColumns(order, { ...clockColumns(ctx, order, change), ...change }),
        // A form that is open on the page keeps what was typed, so only a cleared approval is a new version.
        ...(order.approvedAt === null ? {} : { version: sql`${orders.version} + 1` }),
      })
      .where(and(eq(orders.id, order.id), eq(orders.version, order.version), clockAsRead(order), isNew)),
    assertHolds(ctx.db, sql`changes() = 1 or not ${isNew}`),
  ];
}
