import { and, eq, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { scheduledMessages, uploads } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { NotFound } from "../errors";
import { waitingHolder } from "./scheduleMessage";

/** Deletes a message that waits to be sent; the sweep deletes its files. Throws NotFound when it was sent meanwhile. */
export async function cancelScheduled(ctx: Context, { orderId, id }: { orderId: string; id: string }): Promise<void> {
  authorize(ctx, "orders.adminThread");
  const keys = sql`(select file.value ->> 'key' from scheduled_messages waiting, json_each(waiting.files) file
    where waiting.id = ${id} and waiting.order_id = ${orderId})`;
  try {
    await atomicBatch(ctx.db, [
      ctx.db
        .update(uploads)
        .set({ attachedTo: null })
        .where(and(sql`${uploads.key} in ${keys}`, eq(uploads.attachedTo, waitingHolder(orderId)))),
      ctx.db.delete(scheduledMessages).where(and(eq(scheduledMessages.id, id), eq(scheduledMessages.orderId, orderId))),
      assertRowsChanged(ctx.db),
    ]);
  } catch (error) {
    if (error instanceof PreconditionFailed) throw new NotFound();
    throw error;
  }
}
