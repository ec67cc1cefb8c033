import { authorize } from "../access";
import { mailBillingPause } from "../billing/billingPause";
import { catchUpBilling } from "../billing/catchUpBilling";
import { type RunResult, runEach } from "../checkout/runEach";
import type { Context } from "../context";
import { claimDue } from "./billingCycle";
import { asBilling, chargeCycle } from "./chargeCycle";

/** At most four provider calls each; the next run continues with the rest, oldest first. */
const MAX_RENEWALS_PER_RUN = 15;

/**
 * Every 10 minutes: charges due subscriptions and due retries (rules.md subscriptions/dunning). Catches up on the
 * provider's events first, and charges nothing until that succeeds. Bounded; a failure is reported and never stops
 * the rest. Its lease expires before the next run but one, which checks the outcome first.
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
