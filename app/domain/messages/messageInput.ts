import { z } from "zod";
import { MAX_MESSAGE, messageThreads } from "./messageThreads";

export const MESSAGE_REQUIRED = "Write a message";

const id = z.string().min(1).max(64);
const body = z
  .string({ error: MESSAGE_REQUIRED })
  .trim()
  .min(1, MESSAGE_REQUIRED)
  .max(MAX_MESSAGE, `Use ${MAX_MESSAGE} characters or fewer for the message`);
/** The form's idempotency key. Without it every call sends a new message. */
const key = z.string().min(8).max(100).optional();

export const SendMessageInput = z.object({ orderId: id, thread: z.enum(messageThreads), body, key });

/** The requested changes are posted as a message, so the same fields apply. */
export const RequestChangesInput = z.object({ orderId: id, body, key });

export type SendMessageInput = z.infer<typeof SendMessageInput>;
export type RequestChangesInput = z.infer<typeof RequestChangesInput>;
