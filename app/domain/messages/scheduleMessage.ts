import { and, eq, sql } from "drizzle-orm";
import { hasText, renderRichText } from "~/richtext/renderRichText";
import { assertHolds, atomicBatch, PreconditionFailed } from "~db/client.server";
import { newId } from "~db/ids";
import { orders, scheduledMessages } from "~db/schema";
import { authorize } from "../access";
import { consumeRateLimit } from "../accounts/consumeRateLimit";
import { actorId, type Context } from "../context";
import { DAY_MS } from "../days";
import { Invalid, NotFound } from "../errors";
import { visibleOrders } from "../orders/visibleOrders";
import { attachUploads, usableUploads } from "../uploads/usableUploads";
import { FILE_GONE, messageFilesOf, threadHolder } from "./messageFiles";
import { MESSAGE_REQUIRED, type ScheduleMessageInput } from "./messageInput";

/** How far ahead. */
const MAX_AHEAD_MS = 366 * DAY_MS;
const IN_THE_PAST = "Choose a time in the future";
const TOO_FAR = "Choose a time within a year";

/** The files of a message that is not sent yet are for staff only. */
export const waitingHolder = (orderId: string) => threadHolder(orderId, "Admin");

/**
 * Stores a message of staff that a job sends at `sendAt` (ms UTC), once per form (rules.md messages/later). Throws
 * NotFound, and Invalid for empty text, an unusable file, or a time in the past or more than a year ahead.
 */
export async function scheduleMessage(ctx: Context, input: ScheduleMessageInput): Promise<void> {
  authorize(ctx, "orders.adminThread");
  const { orderId, thread, body: bodySource, sendAt, key, files: keys = [] } = input;
  if (!hasText(renderRichText(bodySource))) throw new Invalid(MESSAGE_REQUIRED, "body");
  if (sendAt <= ctx.now) throw new Invalid(IN_THE_PAST, "sendAt");
  if (sendAt > ctx.now + MAX_AHEAD_MS) throw new Invalid(TOO_FAR, "sendAt");
  await consumeRateLimit(ctx, "message", actorId(ctx));
  const holder = waitingHolder(orderId);
  const [[order], usable] = await ctx.db.batch([
    ctx.db
      .select({ id: orders.id, clientId: orders.clientId })
      .from(orders)
      .where(and(visibleOrders(ctx.actor), eq(orders.id, orderId))),
    usableUploads(ctx, keys, { attachedTo: holder }),
  ]);
  if (!order) throw new NotFound();
  const files = messageFilesOf(keys, usable);
  const dedupeKey = `${actorId(ctx)}:${key}`;
  try {
    await atomicBatch(ctx.db, [
      ctx.db
        .insert(scheduledMessages)
        .values({
          id: newId(ctx.now),
          orderId,
          thread,
          authorId: actorId(ctx),
          clientId: order.clientId,
          bodySource,
          files: files.length > 0 ? files : null,
          sendAt,
          dedupeKey,
          createdAt: ctx.now,
        })
        .onConflictDoNothing(),
      assertHolds(ctx.db, sql`exists (select 1 from scheduled_messages where dedupe_key = ${dedupeKey})`),
      ...attachUploads(ctx, keys, holder),
    ]);
  } catch (error) {
    if (error instanceof PreconditionFailed) throw new Invalid(FILE_GONE, "files");
    throw error;
  }
}
