import { eq, sql } from "drizzle-orm";
import { orderMessages } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { historyStatement } from "../history/historyStatement";
import type { RequestChangesInput } from "../messages/messageInput";
import { messageStatements, type NewMessage, newMessage } from "../messages/messageStatements";
import { notifyViewers } from "../messages/notifyViewers";
import { firstWords } from "../notifications/firstWords";
import { notifyStatements } from "../notifications/notifyStatements";
import { writeOrder } from "../orders/editableOrder";
import { staffTransitions } from "../orders/orderStates";
import { restoreLinks } from "../placements/orderLinks";
import { retryOnConflict } from "../retryOnConflict";
import { customerName, deliveredOrder, mustAwaitAnswer } from "./deliveredOrder";

/**
 * Posts the customer's requested changes to the Customer thread, counts the request and reopens a Completed order with
 * its cancelled links (rules.md orders/states, orders/dates, placements/closing). Notifies the assignee, else all
 * staff. A repeated post counts once. Throws NotFound, Invalid for empty text, Conflict when there is nothing to
 * answer.
 */
export async function requestChanges(ctx: Context, input: RequestChangesInput): Promise<void> {
  authorize(ctx, "orders.answerDelivery");
  const message = await newMessage(ctx, { ...input, thread: "Customer" });
  const attempt = async () => {
    const { reports, lastReportId: _, ...order } = await deliveredOrder(ctx, input.orderId);
    if (await wasSent(ctx, message)) return;
    mustAwaitAnswer({ ...order, reports });
    const reopens = order.status === "Completed" && staffTransitions.Completed.includes("Working");
    const statements = [
      ...messageStatements(ctx, message),
      historyStatement(ctx, {
        entity: "order",
        entityId: order.id,
        action: "Changes requested",
        changes: [
          { field: "changeRequests", before: order.changeRequests, after: order.changeRequests + 1 },
          ...(reopens
            ? [
                { field: "status", before: order.status, after: "Working" },
                { field: "completedDate", before: order.completedAt, after: null },
              ]
            : []),
        ],
      }),
      ...notifyStatements(ctx, {
        recipients: { assigneeElseStaffOfOrder: order.id },
        description: `${customerName(ctx)} asked for changes on order ${order.number}: ${firstWords(message.body)}`,
        kind: "clientMessage",
        type: "ORDER",
        typeSystemId: order.id,
        dedupeKey: `order.changes:${message.noticeKey}`,
      }),
    ];
    const columns = {
      changeRequests: sql`${order.changeRequests} + 1`,
      awaitingSince: null,
      ...(reopens ? { status: "Working" as const, startedAt: order.startedAt ?? ctx.now, completedAt: null } : {}),
    };
    await writeOrder(ctx, order, columns, async () => [
      ...statements,
      ...(reopens ? await restoreLinks(ctx, order.id) : []),
    ]);
    notifyViewers(ctx, order, "Customer");
  };
  await retryOnConflict(ctx, attempt);
}

const wasSent = async (ctx: Context, { dedupeKey }: NewMessage) =>
  (await ctx.db
    .select({ id: orderMessages.id })
    .from(orderMessages)
    .where(eq(orderMessages.dedupeKey, dedupeKey))
    .get()) !== undefined;
