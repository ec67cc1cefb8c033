import { and, isNull, lte, or } from "drizzle-orm";
import { outbox } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";

/**
 * Wakes the queue for due outbox rows whose announcement or delivery was lost (rules.md notifications/outbox).
 * Returns whether there were any.
 */
export async function announceWaitingOutbox(ctx: Context): Promise<boolean> {
  authorize(ctx, "outbox.deliver");
  const waiting = await ctx.db
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        isNull(outbox.deliveredAt),
        lte(outbox.availableAt, ctx.now),
        or(isNull(outbox.leaseUntil), lte(outbox.leaseUntil, ctx.now)),
      ),
    )
    .limit(1)
    .get();
  if (waiting) await ctx.publish.outboxWaiting();
  return waiting !== undefined;
}
