import { and, asc, eq, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { subscriptions } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { historyStatement } from "../history/historyStatement";
import { type RunResult, runEach } from "../payments/runEach";

const MAX_PER_RUN = 100;

/**
 * Every 10 minutes: ends subscriptions that their customers cancelled, at the end of what is paid (rules.md
 * subscriptions/own). The customer was mailed when they cancelled. Bounded; one failure never stops the rest.
 */
export async function endSubscriptions(ctx: Context, onFailure: (error: unknown) => void): Promise<RunResult> {
  authorize(ctx, "billing.run");
  const { db, now } = ctx;
  // Literal, so that the planner uses the partial index.
  const isOver = sql`ends_at is not null and ends_at <= ${now}`;
  const rows = await db
    .select({ id: subscriptions.id, status: subscriptions.status })
    .from(subscriptions)
    .where(isOver)
    .orderBy(asc(subscriptions.endsAt), asc(subscriptions.id))
    .limit(MAX_PER_RUN);
  return await runEach(
    rows,
    async ({ id, status }) => {
      try {
        await atomicBatch(db, [
          db
            .update(subscriptions)
            .set({
              status: "Cancelled",
              cancelledAt: sql`ends_at`,
              endsAt: null,
              version: sql`${subscriptions.version} + 1`,
            })
            .where(and(eq(subscriptions.id, id), isOver)),
          assertRowsChanged(db),
          historyStatement(ctx, {
            entity: "subscription",
            entityId: id,
            action: "Subscription cancelled",
            changes: [{ field: "status", before: status, after: "Cancelled" }],
          }),
        ]);
      } catch (error) {
        // Staff ended it in the meantime.
        if (!(error instanceof PreconditionFailed)) throw error;
      }
    },
    onFailure,
  );
}
