import { newId } from "~db/ids";
import { insertMany } from "~db/insertRows";
import { deadLetters } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";

/** A preview has queues of its own, such as `portal-outbox-preview-dead` for `portal-outbox`. */
const SUFFIX = /(-preview)?-dead$/;
/** A queue's message has at most 128 KB. */
const MAX_BODY = 128_000;

/**
 * Stores messages of a dead-letter queue for people (rules.md operations/dead-letters). A message that arrives twice is
 * stored once.
 */
export async function storeDeadLetters(
  ctx: Pick<Context, "actor" | "db" | "now">,
  queue: string,
  messages: readonly { id: string; body: unknown }[],
): Promise<{ done: number; failed: number }> {
  authorize(ctx, "deadLetters.store");
  if (messages.length === 0) return { done: 0, failed: 0 };
  await insertMany(
    ctx.db,
    deadLetters,
    messages.map(({ id, body }) => ({
      id: newId(ctx.now),
      queue: queue.replace(SUFFIX, ""),
      messageId: id,
      body: (JSON.stringify(body) ?? "null").slice(0, MAX_BODY),
      receivedAt: ctx.now,
    })),
  ).onConflictDoNothing();
  return { done: messages.length, failed: 0 };
}
