import { GuardFailed, mustHaveChanged, writeTogether } from "~db/client.server";
import { authorize } from "../access";
import type { Context } from "../context";
import { Conflict } from "../errors";
import { PaymentsUnavailable } from "../ports";
import { readRenewal } from "./billingCycle";
import { asBilling } from "./chargeCycle";
import { closeRenewal } from "./closeRenewal";
import { stoppableSubscription, stopSubscriptionStatements } from "./stopSubscriptionStatements";
import type { CancelSubscriptionInput } from "./subscriptionInputs";
import { subscriptionActions } from "./subscriptionStates";

const ALREADY_CANCELED = "This subscription has already been canceled.";

/**
 * Ends a subscription: no further charge, also no planned one (decision S5); what was paid stays paid. Its customer is
 * told once. Staff only. Throws NotFound; Conflict when it has already ended.
 */
export async function cancelSubscription(ctx: Context, { id, reason }: CancelSubscriptionInput): Promise<void> {
  authorize(ctx, "subscriptions.manage");
  const subscription = await stoppableSubscription(ctx, id);
  if (!subscriptionActions[subscription.status].includes("cancel")) throw new Conflict(ALREADY_CANCELED);
  const [stop, ...rest] = stopSubscriptionStatements(ctx, subscription, reason);
  try {
    await writeTogether(ctx.db, [stop!, mustHaveChanged(ctx.db), ...rest]);
  } catch (error) {
    throw error instanceof GuardFailed ? new Conflict(ALREADY_CANCELED) : error;
  }
  ctx.after(() => ctx.publish.outboxWaiting());
  await closeOpenPayment(ctx, id, subscription.currentCycle + 1);
}

/** Nobody can finish a payment that was begun, e.g. on a bank's page; a provider that is silent is asked by the cron. */
async function closeOpenPayment(ctx: Context, id: string, cycle: number) {
  const renewal = await readRenewal(ctx, id, cycle);
  if (!renewal || renewal.cycle.state === "paid" || (renewal.cycle.leaseUntil ?? 0) > ctx.now) return;
  try {
    await closeRenewal(asBilling(ctx), renewal);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
  }
}
