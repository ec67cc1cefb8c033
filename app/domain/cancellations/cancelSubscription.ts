import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { authorize } from "../access";
import type { Context } from "../context";
import { Conflict } from "../errors";
import { closeOpenPayment } from "../renewals/closeOpenPayment";
import { endSubscriptionStatements, stoppableSubscription } from "../subscriptions/stopSubscriptionStatements";
import type { CancelSubscriptionInput } from "../subscriptions/subscriptionInputs";
import { subscriptionActions } from "../subscriptions/subscriptionStates";

const ALREADY_CANCELED = "This subscription has already been canceled.";

/**
 * Cancels a subscription: no further charges, including scheduled ones (rules.md subscriptions/cancel). Nothing is
 * refunded. Notifies its customer once. Staff only. Throws NotFound; Conflict when it has already ended.
 */
export async function cancelSubscription(ctx: Context, { id, reason }: CancelSubscriptionInput): Promise<void> {
  authorize(ctx, "subscriptions.manage");
  const subscription = await stoppableSubscription(ctx, id);
  if (!subscriptionActions[subscription.status].includes("cancel")) throw new Conflict(ALREADY_CANCELED);
  const [stop, ...rest] = endSubscriptionStatements(ctx, subscription, reason);
  try {
    await atomicBatch(ctx.db, [stop!, assertRowsChanged(ctx.db), ...rest]);
  } catch (error) {
    throw error instanceof PreconditionFailed ? new Conflict(ALREADY_CANCELED) : error;
  }
  ctx.after(() => ctx.publish.outboxWaiting());
  await closeOpenPayment(ctx, subscription);
}
