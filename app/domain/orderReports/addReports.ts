import { and, eq, isNotNull, sql } from "drizzle-orm";
import { atomicBatch, PreconditionFailed } from "~db/client.server";
import { newId } from "~db/ids";
import { insertFrom } from "~db/insertRows";
import { orderReports, orders } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context } from "../context";
import { Invalid, NotFound } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { notifyViewers } from "../messages/notifyViewers";
import { notifyStatements } from "../notifications/notifyStatements";
import { visibleOrders } from "../orders/visibleOrders";
import { attachUploads, usableUploads } from "../uploads/usableUploads";
import { findReports } from "./findReports";
import type { OrderReport } from "./orderReport";

export const FILE_REQUIRED = "Choose a file";
const FILE_GONE = "A file is no longer available. Please upload it again.";

/**
 * Delivers uploaded files (kind `report`) to the order's customer and notifies customer and assignee (rules.md
 * notifications/recipients). Clears an earlier approval. Delivers each file once and returns all reports of the
 * order. Throws NotFound, and Invalid for no file or one that this actor may not use.
 */
export async function addReports(
  ctx: Context,
  { orderId, uploadKeys }: { orderId: string; uploadKeys: readonly string[] },
): Promise<OrderReport[]> {
  authorize(ctx, "orders.manageReports");
  const keys = [...new Set(uploadKeys)];
  const [first] = keys;
  if (first === undefined) throw new Invalid(FILE_REQUIRED, "files");
  const attachedTo = `order:${orderId}`;
  const [[order], usable] = await ctx.db.batch([
    ctx.db
      .select({
        id: orders.id,
        number: orders.number,
        serviceName: orders.serviceName,
        clientId: orders.clientId,
        assignedToId: orders.assignedToId,
      })
      .from(orders)
      .where(and(visibleOrders(ctx.actor), eq(orders.id, orderId))),
    usableUploads(ctx, keys, { attachedTo }),
  ]);
  if (!order) throw new NotFound();
  const files = keys.map((key) => usable.find((upload) => upload.key === key && upload.kind === "report"));
  if (files.includes(undefined)) throw new Invalid(FILE_GONE, "files");
  const names = files.map((file) => file?.name ?? "");

  const userId = actorId(ctx);
  const rows = keys.map((key, index) => ({ id: newId(ctx.now), key, name: names[index] }));
  const people = [order.clientId, ...(order.assignedToId ? [order.assignedToId] : [])];
  const event = `order.report:${order.id}:${first}`;
  try {
    await atomicBatch(ctx.db, [
      insertFrom(
        ctx.db,
        orderReports,
        {
          id: sql`value ->> 'id'`,
          orderId: sql`${orders.id}`,
          uploadKey: sql`value ->> 'key'`,
          fileName: sql`value ->> 'name'`,
          createdById: userId,
          createdAt: ctx.now,
        },
        sql`from ${orders}, json_each(${JSON.stringify(rows)}) posted
          where ${orders.id} = ${order.id} and not exists (
            select 1 from order_reports kept
            where kept.order_id = ${orders.id} and kept.upload_key = posted.value ->> 'key'
          )`,
      ),
      ...attachUploads(ctx, keys, attachedTo),
      ctx.db
        .update(orders)
        .set({ approvedAt: null, version: sql`${orders.version} + 1` })
        .where(and(eq(orders.id, order.id), isNotNull(orders.approvedAt))),
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
    ]);
  } catch (error) {
    if (error instanceof PreconditionFailed) throw new Invalid(FILE_GONE, "files");
    throw error;
  }
  ctx.after(() => ctx.publish.outboxWaiting());
  notifyViewers(ctx, order, "Customer");
  return await findReports(ctx, order.id);
}
