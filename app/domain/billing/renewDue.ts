import { authorize } from "../access";
import type { Context } from "../context";
import { type RunResult, runEach } from "../payments/runEach";
import { asBilling, chargeCycle } from "../renewals/chargeCycle";
import { claimDue } from "../subscriptions/billingCycle";
import { catchUpBilling } from "./catchUpBilling";

/** At most four provider calls each; the next run continues with the rest, oldest first. */
const MAX_RENEWALS_PER_RUN = 15;

/**
 * Every 10 minutes: charges due subscriptions and due retries (rules.md subscriptions/dunning). Catches up on the
 * provider's events first, and charges nothing until that succeeds. Bounded; a failure is reported and never stops
 * the rest. Its lease expires before the next run but one, which checks the outcome first.
 */
export async function renewDue(ctx: Context, onFailure: (error: unknown) => void): Promise<RunResult> {
  authorize(ctx, "billing.run");
  if ((await catchUpBilling(ctx, onFailure)) !== null) return { done: 0, failed: 0 };
  const billing = asBilling(ctx);
  const claimed = await claimDue(billing, MAX_RENEWALS_PER_RUN);
  return await runEach(claimed, (cycle) => chargeCycle(billing, cycle), onFailure);
}
