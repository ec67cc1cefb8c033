import { authorize } from "../access";
import { mailBillingPause } from "../billing/billingPause";
import { catchUpBilling } from "../billing/catchUpBilling";
import { type RunResult, runEach } from "../checkout/runEach";
import type { Context } from "../context";
import { claimDue } from "./billingCycle";
import { asBilling, chargeCycle } from "./chargeCycle";

/** Four calls to the provider each at most; the next run goes on with the rest, oldest first. */
const MAX_RENEWALS_PER_RUN = 15;

/**
 * Every 10 minutes: charges the subscriptions whose date has come, and the next try of those that failed (decision S1).
 * Bounded; a failure, also of the provider, is reported and never keeps the others from their turn: its claim is over
 * before the next run but one, which looks first what became of it. While the provider's events are unread it reads them
 * first, and charges nothing until that has caught up.
 */
export async function renewDue(ctx: Context, onFailure: (error: unknown) => void): Promise<RunResult> {
  authorize(ctx, "billing.run");
  const pausedSince = await catchUpBilling(ctx, onFailure);
  if (pausedSince !== null) {
    await mailBillingPause(ctx, pausedSince);
    return { done: 0, failed: 0 };
  }
  const billing = asBilling(ctx);
  const claimed = await claimDue(billing, MAX_RENEWALS_PER_RUN);
  return await runEach(claimed, (cycle) => chargeCycle(billing, cycle), onFailure);
}
