import type { Context } from "../context";
import { PaymentsUnavailable, RequestRefused } from "../ports/paymentFailures";
import { readRenewal } from "../subscriptions/billingCycle";
import type { StoppableSubscription } from "../subscriptions/stopSubscriptionStatements";
import { asBilling } from "./chargeCycle";
import { closeRenewal } from "./closeRenewal";

/**
 * After a subscription was stopped: cancels a started payment, so nobody can finish it, e.g. on a bank's page. Never
 * fails the stop: if the provider does not respond or does not know the payment, the cron retries.
 */
export async function closeOpenPayment(
  ctx: Context,
  { id, currentCycle }: Pick<StoppableSubscription, "id" | "currentCycle">,
): Promise<void> {
  const renewal = await readRenewal(ctx, id, currentCycle + 1);
  if (!renewal || renewal.cycle.state === "paid" || (renewal.cycle.leaseUntil ?? 0) > ctx.now) return;
  try {
    await closeRenewal(asBilling(ctx), renewal);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable || error instanceof RequestRefused)) throw error;
  }
}
