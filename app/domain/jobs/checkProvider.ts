import { authorize } from "../access";
import type { Context } from "../context";
import { type RunResult, runEach } from "../payments/runEach";
import { paymentAccounts } from "../ports/payments";

/**
 * Sends each account one call that finds nothing, so that a revoked key is noticed before a buyer meets it (rules.md
 * operations/alerts).
 */
export async function checkProvider(ctx: Context, onFailure: (error: unknown) => void): Promise<RunResult> {
  authorize(ctx, "billing.run");
  const { failed } = await runEach(
    paymentAccounts,
    (account) => ctx.payments.listPayments(account, { since: ctx.now }),
    onFailure,
  );
  return { done: 0, failed };
}
