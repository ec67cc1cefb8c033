import { and, eq } from "drizzle-orm";
import { assertRowsChanged } from "~db/client.server";
import { orderEntries } from "~db/schema";
import { authorize } from "../access";
import { type Context, isStaff } from "../context";
import { Conflict, NotFound, staleRecord } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { writeOrder } from "../orders/editableOrder";
import type { OrderStatus } from "../orders/orderStates";
import { entryChanges } from "./entryChanges";
import { detailsLock, LAST_ENTRY, OTHER_SIDE } from "./entryTexts";
import { orderWithDetails } from "./orderWithDetails";

/**
 * Deletes a project entry for the side that wrote it (rules.md orders/edit-entry), but never the last one of its
 * package. The history keeps the answers. Throws NotFound, and Conflict for the other side's entry, the last one, an
 * order that takes no more changes or a stale version.
 */
export async function deleteOrderEntry(
  ctx: Context,
  input: { orderId: string; entryId: string; version?: number },
): Promise<void> {
  authorize(ctx, "orders.projectDetails");
  const { order, items, entries } = await orderWithDetails(ctx, input.orderId);
  const entry = deletableEntry(ctx, order, entries, input);
  const packageName = items.find(({ packageId }) => packageId === entry.packageId)?.packageName ?? "";
  // Entries change only together with the order's version, which guards them.
  await writeOrder(ctx, order, {}, [
    ctx.db
      .delete(orderEntries)
      .where(
        and(eq(orderEntries.id, entry.id), eq(orderEntries.role, entry.role), eq(orderEntries.version, entry.version)),
      ),
    assertRowsChanged(ctx.db),
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

/**
 * Validates deletions in sequence without writing, so callers can reject a combined save up front. Assumes that an
 * entry was added to each of `addedTo` (package ids). Throws as `deleteOrderEntry` does.
 */
export async function assertEntriesDeletable(
  ctx: Context,
  orderId: string,
  deletions: readonly Deletion[],
  addedTo: readonly string[],
): Promise<void> {
  authorize(ctx, "orders.projectDetails");
  const { order, entries } = await orderWithDetails(ctx, orderId);
  let left: Entry[] = [...entries, ...addedTo.map((packageId) => ({ id: "", packageId, role: null, version: 0 }))];
  for (const deletion of deletions) {
    const entry = deletableEntry(ctx, order, left, deletion);
    left = left.filter((one) => one !== entry);
  }
}

interface Deletion {
  entryId: string;
  version?: number;
}

interface Entry {
  id: string;
  packageId: string;
  role: string | null;
  version: number;
}

function deletableEntry<One extends Entry>(
  ctx: Context,
  order: { status: OrderStatus },
  entries: readonly One[],
  { entryId, version }: Deletion,
): One {
  const entry = entries.find(({ id }) => id !== "" && id === entryId);
  if (!entry) throw new NotFound();
  const side = isStaff(ctx.actor) ? "ADMIN" : "CUSTOMER";
  const lock = detailsLock(order.status, side);
  if (lock) throw new Conflict(lock);
  if (entry.role !== side) throw new Conflict(OTHER_SIDE);
  if (version !== undefined && version !== entry.version) throw staleRecord();
  if (entries.filter(({ packageId }) => packageId === entry.packageId).length === 1) throw new Conflict(LAST_ENTRY);
  return entry;
}
