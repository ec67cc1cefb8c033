import { authorize } from "../access";
import type { Context } from "../context";
import { staleEventMarks } from "../payments/paymentEventMarks";

/**
 * Returns the time up to which the provider's events were read (ms UTC) if billing must pause, else null. After a
 * restore the database may not know what was already charged. The caller must authorize.
 */
export async function billingPausedSince(ctx: Context): Promise<number | null> {
  const stale = await staleEventMarks(ctx);
  return stale.length === 0 ? null : Math.min(...stale.map(({ readUpTo }) => readUpTo));
}

/** The same for the staff dashboard. */
export async function findBillingPause(ctx: Context): Promise<number | null> {
  authorize(ctx, "billing.health");
  return await billingPausedSince(ctx);
}
