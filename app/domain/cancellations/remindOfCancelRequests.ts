import { and, asc, eq, isNotNull, lte, ne } from "drizzle-orm";
import { atomicBatch } from "~db/client.server";
import { fullName } from "~db/fullName";
import { subscriptions, users } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { DAY_MS } from "../days";
import { readsAsLink } from "../notifications/greeting";
import { notifyStatements } from "../notifications/notifyStatements";
import { type RunResult, runEach } from "../payments/runEach";

const MAX_PER_RUN = 100;

/**
 * Every hour: reminds staff once a day of each request to cancel, which stops the subscription's charges until they
 * answer it (rules.md subscriptions/own). Bounded; one failure never stops the rest.
 */
export async function remindOfCancelRequests(ctx: Context, onFailure: (error: unknown) => void): Promise<RunResult> {
  authorize(ctx, "billing.run");
  const { db, now } = ctx;
  const rows = await db
    .select({
      id: subscriptions.id,
      serviceName: subscriptions.serviceName,
      initialOrderId: subscriptions.initialOrderId,
      askedAt: subscriptions.cancelRequestedAt,
      clientName: fullName(users).as("client_name"),
    })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.clientId))
    .where(
      and(
        isNotNull(subscriptions.cancelRequestedAt),
        lte(subscriptions.cancelRequestedAt, now - DAY_MS),
        ne(subscriptions.status, "Cancelled"),
      ),
    )
    .orderBy(asc(subscriptions.createdAt), asc(subscriptions.id))
    .limit(MAX_PER_RUN);
  const result = await runEach(
    rows,
    ({ id, serviceName, initialOrderId, askedAt, clientName }) =>
      atomicBatch(
        db,
        notifyStatements(ctx, {
          recipients: { assigneeElseStaffOfOrder: initialOrderId },
          kind: "clientMessage",
          type: "ORDER",
          typeSystemId: initialOrderId,
          description: `${readsAsLink(clientName) ? "A client" : clientName} waits for an answer: cancel the subscription to ${serviceName}? Nothing is charged until you answer.`,
          dedupeKey: `subscription.asksToCancel:${id}:${Math.floor((now - (askedAt ?? 0)) / DAY_MS)}`,
        }),
      ),
    onFailure,
  );
  if (result.done > 0) ctx.after(() => ctx.publish.outboxWaiting());
  return result;
}
