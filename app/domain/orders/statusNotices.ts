import { formatCents } from "~/format/money";
import { fullName } from "~/format/names";
import type { BatchStatement } from "~db/client.server";
import { actorId, type Context, userOf } from "../context";
import { notifyStatements } from "../notifications/notifyStatements";
import type { StoredOrder } from "./editableOrder";
import { type OrderStatus, orderStatusLabel } from "./orderStates";

type Told = Pick<StoredOrder, "id" | "number" | "clientId" | "version" | "serviceName" | "total">;

/**
 * Notifies customer and assignee of a new status, once per event and never the person who changed it (rules.md
 * notifications/recipients). Both get the same text, so it names only number, status and service (rules.md
 * security/internal-text).
 */
export function statusNotices(
  ctx: Context,
  order: Told,
  status: OrderStatus,
  assignedToId: string | null,
): BatchStatement[] {
  const people = [order.clientId, ...(assignedToId ? [assignedToId] : [])];
  return notifyStatements(ctx, {
    recipients: { users: people.filter((id) => id !== actorId(ctx)) },
    description: `Order ${order.number} is now ${orderStatusLabel(status)}: ${order.serviceName}`,
    kind: "orderStatus",
    type: "ORDER",
    typeSystemId: order.id,
    dedupeKey: `order.status:${order.id}:${order.version + 1}`,
  });
}

/** Notifies a new assignee, unless they assigned themselves. */
export function assignmentNotice(ctx: Context, order: Told, assignedToId: string | null): BatchStatement[] {
  if (!assignedToId || assignedToId === actorId(ctx)) return [];
  const author = userOf(ctx.actor);
  const by = author ? ` by ${fullName(author)}` : "";
  return notifyStatements(ctx, {
    recipients: { users: [assignedToId] },
    description: `Order ${order.number} was assigned to you${by}: ${order.serviceName}, ${formatCents(order.total)}`,
    kind: "newOrder",
    type: "ORDER",
    typeSystemId: order.id,
    dedupeKey: `order.assigned:${order.id}:${order.version + 1}`,
  });
}
