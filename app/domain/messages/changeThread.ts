import { and, eq, type SQL, sql } from "drizzle-orm";
import { messageThreads } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { Conflict, NotFound } from "../errors";
import type { ThreadChangeInput } from "./messageInput";
import { isThreadOf } from "./openThread";

const NEWER_MESSAGE = "A new message has arrived. Read it before you resolve the conversation.";

type Change = { state: SQL | "resolved" | "unread"; from: SQL };

/** What the buttons of a thread do, and to which states (rules.md inbox/states). */
const changes: Record<ThreadChangeInput["change"], Change> = {
  resolve: { state: "resolved", from: sql`state <> 'resolved'` },
  reopen: { state: sql`iif(first_unanswered_at is null, 'waiting', 'open')`, from: sql`state = 'resolved'` },
  unread: { state: "unread", from: sql`state = 'open'` },
};

/**
 * Resolves or reopens a thread, or marks it as unread. Repeating a change is harmless. Throws NotFound for an order
 * without messages, Conflict when the thread has a message that the page did not show.
 */
export async function changeThread(ctx: Context, { orderId, change, lastMessageAt }: ThreadChangeInput): Promise<void> {
  authorize(ctx, "inbox.view");
  const { state, from } = changes[change];
  const isThread = isThreadOf(orderId);
  const [, [thread]] = await ctx.db.batch([
    ctx.db
      .update(messageThreads)
      .set({ state: state as "resolved" })
      .where(and(isThread, eq(messageThreads.lastMessageAt, lastMessageAt), from)),
    ctx.db.select({ lastMessageAt: messageThreads.lastMessageAt }).from(messageThreads).where(isThread),
  ]);
  if (!thread) throw new NotFound();
  if (thread.lastMessageAt !== lastMessageAt) throw new Conflict(NEWER_MESSAGE);
}
