import { and, eq } from "drizzle-orm";
import { mustHaveChanged } from "~db/client.server";
import { orderEntries } from "~db/schema";
import { authorize } from "../access";
import { orderWithDetails } from "../checkout/orderWithDetails";
import { type Context, isStaff } from "../context";
import { Conflict, NotFound, staleRecord } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { writeOrder } from "./editableOrder";
import { entryChanges } from "./entryChanges";
import { LAST_ENTRY, ORDER_CANCELLED, OTHER_SIDE } from "./entryTexts";

/**
 * Deletes a project entry by the side that made it (decision O8), never the only one of its package (document 2 section
 * 5); the history keeps its answers. Throws NotFound, and Conflict for the other side's entry, for the last one, for a
 * cancelled order and for a version that is over.
 */
export async function deleteOrderEntry(
  ctx: Context,
  input: { orderId: string; entryId: string; version?: number },
): Promise<void> {
  authorize(ctx, "orders.projectDetails");
  const { order, items, entries } = await orderWithDetails(ctx, input.orderId);
  const entry = entries.find(({ id }) => id === input.entryId);
  if (!entry) throw new NotFound();
  if (order.status === "Cancelled") throw new Conflict(ORDER_CANCELLED);
  const role = isStaff(ctx.actor) ? "ADMIN" : "CUSTOMER";
  if (entry.role !== role) throw new Conflict(OTHER_SIDE);
  if (input.version !== undefined && input.version !== entry.version) throw staleRecord();
  if (entries.filter(({ packageId }) => packageId === entry.packageId).length === 1) throw new Conflict(LAST_ENTRY);
  const packageName = items.find(({ packageId }) => packageId === entry.packageId)?.packageName ?? "";
  // Entries change only with their order's version: its guard is theirs.
  await writeOrder(ctx, order, {}, [
    ctx.db
      .delete(orderEntries)
      .where(and(eq(orderEntries.id, entry.id), eq(orderEntries.role, role), eq(orderEntries.version, entry.version))),
    mustHaveChanged(ctx.db),
    historyStatement(ctx, {
      entity: "order",
      entityId: order.id,
      action: "Project entry deleted",
      changes: [
        { field: "projectDetails", before: entries.length, after: entries.length - 1 },
        ...entryChanges(packageName, entry.items, []),
      ],
    }),
  ]);
}
