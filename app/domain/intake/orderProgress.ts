import { and, eq, sql } from "drizzle-orm";
import { assertHolds, type BatchStatement } from "~db/client.server";
import { intakeFields, orderEntries, orderItems, orders } from "~db/schema";
import { actorId, type Context } from "../context";
import type { HistoryRow } from "../history/historyStatement";
import { intakeComplete } from "../orders/intakeComplete";
import { statusNotices } from "../orders/statusNotices";
import type { StoredPlacement } from "../placements/storedPlacements";

/** What an order's status depends on, besides the links that change. */
interface OrderInput {
  /** Links of the order that still need a page, as read. */
  waiting: number;
  /** Answers are missing for packages that are not tracked. */
  otherInputMissing: boolean;
}

/** Statements of the order whose links get their pages. */
interface Progress {
  recorded: HistoryRow[];
  statements: BatchStatement[];
}

/**
 * Makes an Inputs_Required order Active in the batch that fills in its last link (rules.md placements/input). Of two
 * that fill in the last two links, the later one loses its guard and reads again.
 */
export function orderProgress(
  ctx: Context,
  { orderId, orderStatus, orderVersion, ...order }: StoredPlacement,
  { waiting, otherInputMissing }: OrderInput,
): Progress {
  const isWaiting = waitingIs(orderId, waiting);
  if (orderStatus !== "Inputs_Required") return { recorded: [], statements: [] };
  if (waiting > 0 || otherInputMissing) return { recorded: [], statements: [assertHolds(ctx.db, isWaiting)] };
  const told = {
    id: orderId,
    number: order.orderNumber,
    clientId: order.clientId,
    version: orderVersion,
    serviceName: order.serviceName,
    total: order.orderTotal,
  };
  const others = [order.clientId, order.orderAssignedToId].some((id) => id !== null && id !== actorId(ctx));
  return {
    recorded: [
      {
        entity: "order",
        entityId: orderId,
        action: "Order updated",
        changes: [{ field: "status", before: orderStatus, after: "Active" }],
      },
    ],
    statements: [
      ctx.db
        .update(orders)
        .set({
          status: "Active",
          // The date is that of the links (rules.md orders/due).
          workedMs: sql`coalesce(${orders.workedMs}, 0)`,
          runningSince: sql`case when ${orders.awaitingSince} is null then ${ctx.now} end`,
          version: sql`${orders.version} + 1`,
        })
        .where(and(eq(orders.id, orderId), eq(orders.status, "Inputs_Required"), eq(orders.version, orderVersion))),
      assertHolds(ctx.db, sql`changes() = 1 and ${isWaiting}`),
      ...(others ? statusNotices(ctx, told, "Active", order.orderAssignedToId) : []),
    ],
  };
}

/** The condition that so many links of an order still need a page. */
export const waitingIs = (orderId: string, waiting: number) =>
  sql`(select count(*) from placements where order_id = ${orderId} and state = 'needs_input') = ${waiting}`;

/** Whether answers are missing for the packages of an order that are not tracked. `tracked`: its tracked lines. */
export async function otherInputMissing(
  ctx: Context,
  orderId: string,
  lines: readonly { id: string; packageId: string }[],
  tracked: ReadonlySet<string>,
): Promise<boolean> {
  const packageIds = lines.filter(({ id }) => !tracked.has(id)).map(({ packageId }) => packageId);
  if (packageIds.length === 0) return false;
  const [[order], entries, fields] = await ctx.db.batch([
    ctx.db.select({ uploadKey: orders.uploadKey }).from(orders).where(eq(orders.id, orderId)),
    ctx.db
      .select({ packageId: orderEntries.packageId, items: orderEntries.items })
      .from(orderEntries)
      .where(eq(orderEntries.orderId, orderId)),
    ctx.db
      .select({ id: intakeFields.id, mandatory: intakeFields.mandatory })
      .from(intakeFields)
      .innerJoin(orders, eq(orders.serviceId, intakeFields.serviceId))
      .where(eq(orders.id, orderId)),
  ]);
  return !intakeComplete({ fields, packageIds, entries, hasUpload: Boolean(order?.uploadKey) });
}

export const linesOf = (ctx: Context, orderId: string) =>
  ctx.db
    .select({ id: orderItems.id, packageId: orderItems.packageId })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId));
