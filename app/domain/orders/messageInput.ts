import { z } from "zod";
import { MAX_MESSAGE, messageThreads } from "./orderWork";

export const MESSAGE_REQUIRED = "Write a message";

const id = z.string().min(1).max(64);
const body = z
  .string({ error: MESSAGE_REQUIRED })
  .trim()
  .min(1, MESSAGE_REQUIRED)
  .max(MAX_MESSAGE, `Use ${MAX_MESSAGE} characters or fewer for the message`);
/** Names the form that sends it, so that a repeated post adds nothing; absent = every call is a message of its own. */
const key = z.string().min(8).max(100).optional();

/** Markdown, or HTML from the API. */
export const SendMessageInput = z.object({ orderId: id, thread: z.enum(messageThreads), body, key });

/** What the customer wants changed, in the same words as a message: that is where it goes. */
export const RequestChangesInput = z.object({ orderId: id, body, key });

export type SendMessageInput = z.infer<typeof SendMessageInput>;
export type RequestChangesInput = z.infer<typeof RequestChangesInput>;
