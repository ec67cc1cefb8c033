import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { GuardFailed, mustHaveChanged, writeTogether } from "~db/client.server";
import { subscriptions } from "~db/schema";
import { authorize } from "../access";
import { type Context, userOf } from "../context";
import { Conflict } from "../errors";
import { historyStatement } from "../history/historyStatement";
import { notifyStatements } from "../notifications/notifyStatements";
import { ownSubscription } from "./ownSubscriptions";
import type { AskToCancelInput } from "./subscriptionInputs";

/**
 * A customer asks for the end of an own subscription. Nothing ends by it: staff are told, see it in their list, and
 * cancel (decision S7). Throws NotFound for somebody else's; Conflict when it has ended or was asked for before.
 */
export async function askToCancel(ctx: Context, { id, reason }: AskToCancelInput): Promise<void> {
  authorize(ctx, "subscriptions.own");
  const subscription = await ownSubscription(ctx, id);
  const { db, now } = ctx;
  const client = userOf(ctx.actor);
  try {
    await writeTogether(db, [
      db
        .update(subscriptions)
        .set({ cancelRequestedAt: now, cancelRequest: reason, version: sql`${subscriptions.version} + 1` })
        .where(
          and(eq(subscriptions.id, id), ne(subscriptions.status, "Cancelled"), isNull(subscriptions.cancelRequestedAt)),
        ),
      mustHaveChanged(db),
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
        description: `${client?.firstName} ${client?.lastName} asked to cancel the subscription to ${subscription.serviceName}`,
        dedupeKey: `subscription.askToCancel:${id}`,
      }),
    ]);
  } catch (error) {
    if (!(error instanceof GuardFailed)) throw error;
    throw new Conflict(
      subscription.status === "Cancelled"
        ? "This subscription has already ended."
        : "You have already asked us to cancel this subscription.",
    );
  }
  ctx.after(() => ctx.publish.outboxWaiting());
}
