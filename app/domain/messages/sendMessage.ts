import { and, eq } from "drizzle-orm";
import { atomicBatch, type BatchStatement, PreconditionFailed } from "~db/client.server";
import { orderMessages, orders } from "~db/schema";
import { authorize } from "../access";
import { consumeRateLimit } from "../accounts/consumeRateLimit";
import { actorId, type Context, isStaff, userOf } from "../context";
import { Invalid, NotFound } from "../errors";
import { firstWords } from "../notifications/firstWords";
import { nameInNotifications } from "../notifications/greeting";
import { notifyStatements } from "../notifications/notifyStatements";
import { visibleOrders } from "../orders/visibleOrders";
import { usableUploads } from "../uploads/usableUploads";
import { messageOfRow, selectMessages, threadPermission } from "./findMessages";
import { mentionedStaff } from "./mentions";
import { deleteDraft } from "./messageDrafts";
import { FILE_GONE, messageFilesOf, threadHolder } from "./messageFiles";
import type { SendMessageInput } from "./messageInput";
import { messageRecipients, withoutUsers } from "./messageRecipients";
import { messageStatements, newMessage } from "./messageStatements";
import { notifyViewers } from "./notifyViewers";
import type { OrderMessage } from "./orderMessage";

interface SendOptions {
  /** Written first in the message's batch, with its guards. */
  before?: BatchStatement[];
  /** Part of the same batch, after the message. */
  alongside?: readonly BatchStatement[];
  /** What the files are attached to until then. */
  filesAt?: string;
}

/**
 * Sends a message to an order's thread, once per form (rules.md notifications/recipients). Throws NotFound for an
 * order that the actor cannot see, Forbidden for a customer in the Admin thread, Invalid for empty text or a file
 * that the actor may not use. `files` are keys of uploads of the kind `messageFile`, at most five.
 */
export async function sendMessage(
  ctx: Context,
  input: SendMessageInput,
  { before = [], alongside = [], filesAt }: SendOptions = {},
): Promise<OrderMessage> {
  authorize(ctx, threadPermission(input.thread));
  await consumeRateLimit(ctx, "message", actorId(ctx));
  const message = await newMessage(ctx, input);
  const { orderId, thread, files: keys = [] } = input;
  const [[order], writers, usable] = await ctx.db.batch([
    ctx.db
      .select({ id: orders.id, number: orders.number, clientId: orders.clientId, assignedToId: orders.assignedToId })
      .from(orders)
      .where(and(visibleOrders(ctx.actor), eq(orders.id, orderId))),
    ctx.db
      .selectDistinct({ id: orderMessages.authorId })
      .from(orderMessages)
      .where(and(eq(orderMessages.orderId, orderId), eq(orderMessages.thread, "Admin"))),
    ...(keys.length > 0 ? [usableUploads(ctx, keys, { attachedTo: filesAt ?? threadHolder(orderId, thread) })] : []),
  ] as const);
  if (!order) throw new NotFound();
  const files = messageFilesOf(keys, usable ?? []);
  const author = userOf(ctx.actor);
  const news = `from ${author ? nameInNotifications(author) : "the team"}: ${firstWords(message.body)}`;
  const mentioned = await mentionedStaff(ctx, message.source);
  const recipients = withoutUsers(messageRecipients(ctx, input, order, writers), mentioned);
  const about = {
    type: "ORDER",
    typeSystemId: order.id,
    dedupeKey: `order.message:${message.noticeKey}`,
  } as const;
  let results: unknown[];
  try {
    results = await atomicBatch(ctx.db, [
      ...before,
      ...messageStatements(ctx, message, files),
      ...deleteDraft(ctx, input),
      ...alongside,
      ...notifyStatements(ctx, {
        recipients,
        description:
          thread === "Admin"
            ? `New internal message on order ${order.number} ${news}`
            : `New message on order ${order.number} ${news}`,
        kind: isStaff(ctx.actor) ? "message" : "clientMessage",
        ...about,
      }),
      ...(mentioned.length > 0
        ? notifyStatements(ctx, {
            recipients: { users: mentioned },
            description: `${author ? nameInNotifications(author) : "A colleague"} mentioned you on order ${order.number}: ${firstWords(message.body)}`,
            kind: "mention",
            ...about,
          })
        : []),
      selectMessages(ctx, eq(orderMessages.dedupeKey, message.dedupeKey)),
    ]);
  } catch (error) {
    // The order moved to another client after the read, or a file went into another record.
    if (error instanceof PreconditionFailed) throw files.length > 0 ? new Invalid(FILE_GONE, "files") : new NotFound();
    throw error;
  }
  ctx.after(() => ctx.publish.outboxWaiting());
  notifyViewers(ctx, order, thread);
  const [row] = results.at(-1) as Parameters<typeof messageOfRow>[1][];
  if (!row) throw new NotFound();
  return messageOfRow(ctx, row);
}
