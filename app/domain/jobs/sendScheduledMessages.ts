import { and, asc, isNull, lte } from "drizzle-orm";
import { scheduledMessages } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { DomainError } from "../errors";
import { keepUnsent, sendWaiting } from "../messages/sendScheduled";
import { type RunResult, runEach } from "../payments/runEach";

/** Messages of one run. The next one takes the rest. */
const MAX_PER_RUN = 50;

/**
 * Every ten minutes: sends the messages of staff that are due, each once (rules.md messages/later). One that is refused
 * stays with its reason, and its author is notified.
 */
export async function sendScheduledMessages(ctx: Context, onFailure: (error: unknown) => void): Promise<RunResult> {
  authorize(ctx, "messages.sendScheduled");
  const due = await ctx.db
    .select()
    .from(scheduledMessages)
    .where(and(isNull(scheduledMessages.problem), lte(scheduledMessages.sendAt, ctx.now)))
    .orderBy(asc(scheduledMessages.sendAt))
    .limit(MAX_PER_RUN);
  return await runEach(
    due,
    async (row) => {
      try {
        await sendWaiting(ctx, row);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        await keepUnsent(ctx, row, error);
      }
    },
    onFailure,
  );
}
