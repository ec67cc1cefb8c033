import { z } from "zod";
import { MAX_MESSAGE_FILES, TOO_MANY_FILES } from "./messageFiles";
import { MAX_MESSAGE, messageThreads } from "./messageThreads";

export const MESSAGE_REQUIRED = "Write a message";
const REPLY_REQUIRED = "Choose a saved reply";
const TOO_LONG = `Use ${MAX_MESSAGE} characters or fewer for the message`;

const id = z.string().min(1).max(64);
const body = z.string({ error: MESSAGE_REQUIRED }).trim().min(1, MESSAGE_REQUIRED).max(MAX_MESSAGE, TOO_LONG);
/** The form's idempotency key. Without it every call sends a new message. */
const key = z.string().min(8).max(100).optional();

/** Keys of uploads of the kind `messageFile`. */
const files = z.array(z.string().max(64)).max(MAX_MESSAGE_FILES, TOO_MANY_FILES).optional();

export const SendMessageInput = z.object({ orderId: id, thread: z.enum(messageThreads), body, key, files });

/** The requested changes are posted as a message, so the same fields apply. */
export const RequestChangesInput = z.object({ orderId: id, body, key });

/** The form's key tells whether its message was sent meanwhile. An empty text removes the draft. */
export const SaveDraftInput = SendMessageInput.extend({
  body: z.string().max(MAX_MESSAGE, TOO_LONG),
  key: z.string().min(8).max(100),
});
export const InsertReplyInput = z.object({
  orderId: id,
  reply: z.string({ error: REPLY_REQUIRED }).min(1, REPLY_REQUIRED).max(64),
});

/** `lastMessageAt` is that of the page, so that nobody resolves what they have not read. */
export const ThreadChangeInput = z.object({
  orderId: id,
  change: z.enum(["resolve", "reopen", "unread"]),
  lastMessageAt: z.coerce.number().int(),
});

export type ThreadChangeInput = z.infer<typeof ThreadChangeInput>;
export type SaveDraftInput = z.infer<typeof SaveDraftInput>;
export type InsertReplyInput = z.infer<typeof InsertReplyInput>;
export const TIME_REQUIRED = "Choose a time";
/** `sendAt` in ms UTC. */
export const ScheduleMessageInput = SendMessageInput.required({ key: true }).extend({
  sendAt: z.number({ error: TIME_REQUIRED }).int(),
});
export type ScheduleMessageInput = z.infer<typeof ScheduleMessageInput>;

export const EditMessageInput = z.object({ orderId: id, messageId: id, body });
export type EditMessageInput = z.infer<typeof EditMessageInput>;
export type SendMessageInput = z.infer<typeof SendMessageInput>;
export type RequestChangesInput = z.infer<typeof RequestChangesInput>;
