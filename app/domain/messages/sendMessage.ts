import { and, eq } from "drizzle-orm";
import { atomicBatch, PreconditionFailed } from "~db/client.server";
import { orderMessages, orders } from "~db/schema";
import { authorize } from "../access";
import { consumeRateLimit } from "../accounts/consumeRateLimit";
import { actorId, type Context, isStaff, userOf } from "../context";
import { NotFound } from "../errors";
import { firstWords } from "../notifications/firstWords";
import { nameInNotifications } from "../notifications/greeting";
import { notifyStatements } from "../notifications/notifyStatements";
import { visibleOrders } from "../orders/visibleOrders";
import { messageOfRow, selectMessages, threadPermission } from "./findMessages";
import type { SendMessageInput } from "./messageInput";
import { messageRecipients } from "./messageRecipients";
import { messageStatements, newMessage } from "./messageStatements";
import { notifyViewers } from "./notifyViewers";
import type { OrderMessage } from "./orderMessage";

/**
 * Sends a message to an order's thread, once per form (rules.md notifications/recipients). Throws NotFound for an
 * order that the actor cannot see, Forbidden for a customer in the Admin thread, Invalid for empty text.
 */
export async function sendMessage(ctx: Context, input: SendMessageInput): Promise<OrderMessage> {
  authorize(ctx, threadPermission(input.thread));
  await consumeRateLimit(ctx, "message", actorId(ctx));
  const message = await newMessage(ctx, input);
  const [[order], writers] = await ctx.db.batch([
    ctx.db
      .select({ id: orders.id, number: orders.number, clientId: orders.clientId, assignedToId: orders.assignedToId })
      .from(orders)
      .where(and(visibleOrders(ctx.actor), eq(orders.id, input.orderId))),
    ctx.db
      .selectDistinct({ id: orderMessages.authorId })
      .from(orderMessages)
      .where(and(eq(orderMessages.orderId, input.orderId), eq(orderMessages.thread, "Admin"))),
  ]);
  if (!order) throw new NotFound();
  const author = userOf(ctx.actor);
  const news = `from ${author ? nameInNotifications(author) : "the team"}: ${firstWords(message.body)}`;
  const recipients = messageRecipients(ctx, input, order, writers);
  let results: unknown[];
  try {
    results = await atomicBatch(ctx.db, [
      ...messageStatements(ctx, message),
      ...notifyStatements(ctx, {
        recipients,
        description:
          input.thread === "Admin"
            ? `New internal message on order ${order.number} ${news}`
            : `New message on order ${order.number} ${news}`,
        kind: isStaff(ctx.actor) ? "message" : "clientMessage",
        type: "ORDER",
        typeSystemId: order.id,
        dedupeKey: `order.message:${message.dedupeKey}`,
      }),
      selectMessages(ctx, eq(orderMessages.dedupeKey, message.dedupeKey)),
    ]);
  } catch (error) {
    // The order moved to another client after the read.
    if (error instanceof PreconditionFailed) throw new NotFound();
    throw error;
  }
  ctx.after(() => ctx.publish.outboxWaiting());
  notifyViewers(ctx, order, input.thread);
  const [row] = results.at(-1) as Parameters<typeof messageOfRow>[1][];
  if (!row) throw new NotFound();
  return messageOfRow(ctx, row);
}
