import { z } from "zod";
import { findMessages } from "~/domain/messages/findMessages";
import { importedMessages } from "~/domain/messages/importedMessages";
import { MAX_MESSAGE_FILES, TOO_MANY_FILES } from "~/domain/messages/messageFiles";
import { SendMessageInput } from "~/domain/messages/messageInput";
import { type MessageThread, messageThreads } from "~/domain/messages/messageThreads";
import { type OrderMessage, threadId } from "~/domain/messages/orderMessage";
import { sendMessage } from "~/domain/messages/sendMessage";
import { fileAddress, keyOfFileAddress } from "~/domain/uploads/fileAddress";
import { type Endpoint, endpoint } from "./endpoint";
import { isoTime } from "./wire";

const messageShape = z.object({
  id: z.string(),
  threadId: z.string(),
  fromName: z.string(),
  dateTime: z.string(),
  body: z.string(),
  files: z.array(z.object({ url: z.string(), name: z.string(), size: z.number() })),
});

const toApiMessage = (orderId: string, thread: MessageThread, message: OrderMessage) => ({
  id: message.id,
  threadId: threadId(orderId, thread),
  fromName: message.fromName,
  dateTime: isoTime(message.createdAt),
  body: message.body,
  files: message.files.map(({ key, name, size }) => ({ url: fileAddress(key), name, size })),
});

const systemId = z.string().min(1).max(64);
const messageType = z.enum(messageThreads, { error: "Customer or Admin is required" });
/** `messageKey` makes the call idempotent. `files` are addresses of `POST /upload`. */
const sentMessage = SendMessageInput.omit({ thread: true, key: true, files: true })
  .extend({
    messageType,
    messageKey: SendMessageInput.shape.key,
    files: z.array(z.string().max(300)).max(MAX_MESSAGE_FILES, TOO_MANY_FILES).optional(),
  })
  .transform(({ messageType: thread, messageKey: key, ...message }) => ({ ...message, thread, key }));

export const orderMessageRows: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/order/messages",
    permission: "orders.messages",
    summary:
      "List the newest 500 messages of an order's thread, oldest first, or those before the message `before`. Admin is for staff only.",
    input: z.object({ orderId: systemId, messageType, before: systemId.optional() }),
    output: z.array(messageShape),
    run: async (ctx, { orderId, messageType: thread, before }) =>
      (await findMessages(ctx, { orderId, thread, before })).map((message) => toApiMessage(orderId, thread, message)),
  }),
  endpoint({
    method: "POST",
    path: "/order/messages",
    permission: "orders.messages",
    summary:
      "Send a message to an order's thread, in Markdown or HTML, with up to 5 `files`: urls of POST /upload with the kind messageFile. Idempotent with a `messageKey`.",
    input: sentMessage,
    output: messageShape,
    run: async (ctx, { files = [], ...input }) => {
      const keys = files.map((url) => keyOfFileAddress(url, ctx.siteUrl) ?? "");
      return toApiMessage(input.orderId, input.thread, await sendMessage(ctx, { ...input, files: keys }));
    },
  }),
  endpoint({
    method: "GET",
    path: "/order/spp-messages",
    permission: "orders.messages",
    summary: "List the imported messages of a migrated order, oldest first",
    input: z.object({ orderId: systemId }),
    output: z.array(messageShape.omit({ threadId: true, files: true })),
    run: async (ctx, { orderId }) =>
      (await importedMessages(ctx, orderId)).map(({ id, fromName, createdAt, body }) => ({
        id,
        fromName,
        dateTime: isoTime(createdAt),
        body,
      })),
  }),
];
