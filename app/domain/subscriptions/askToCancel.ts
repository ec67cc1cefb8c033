import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { subscriptions } from "~db/schema";
import { authorize } from "../access";
import { type Context, userOf } from "../context";
import { Conflict } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { nameInNotifications } from "../notifications/greeting";
import { notifyStatements } from "../notifications/notifyStatements";
import { ownSubscription } from "./ownSubscriptions";
import type { AskToCancelInput } from "./subscriptionInputs";

/**
 * Records a customer's request to cancel their subscription. Until staff cancel or keep it, no scheduled charge is made
 * (rules.md subscriptions/own). Throws NotFound for another customer's subscription; Conflict when it has
 * ended or a request exists.
 */
export async function askToCancel(ctx: Context, { id, reason }: AskToCancelInput): Promise<void> {
  authorize(ctx, "subscriptions.own");
  const subscription = await ownSubscription(ctx, id);
  const { db, now } = ctx;
  const client = userOf(ctx.actor);
  try {
    await atomicBatch(db, [
      db
        .update(subscriptions)
        .set({ cancelRequestedAt: now, cancelRequest: reason, version: sql`${subscriptions.version} + 1` })
        .where(
          and(eq(subscriptions.id, id), ne(subscriptions.status, "Cancelled"), isNull(subscriptions.cancelRequestedAt)),
        ),
      assertRowsChanged(db),
      historyStatement(ctx, {
        entity: "subscription",
        entityId: id,
        action: "Asked to cancel the subscription",
        changes: [{ field: "cancelRequest", before: null, after: reason }],
      }),
      ...notifyStatements(ctx, {
        recipients: { assigneeElseStaffOfOrder: subscription.initialOrderId },
        type: "ORDER",
        typeSystemId: subscription.initialOrderId,
        description: `${client ? nameInNotifications(client) : "A client"} asked to cancel the subscription to ${subscription.serviceName}`,
        dedupeKey: `subscription.askToCancel:${id}`,
      }),
    ]);
  } catch (error) {
    if (!(error instanceof PreconditionFailed)) throw error;
    throw new Conflict(
      subscription.status === "Cancelled"
        ? "This subscription has already ended."
        : "You have already asked us to cancel this subscription.",
    );
  }
  ctx.after(() => ctx.publish.outboxWaiting());
}
