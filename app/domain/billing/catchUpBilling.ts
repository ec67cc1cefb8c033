import type { Context } from "../context";
import { billingPausedSince } from "../recovery/billingPause";
import { readPaymentEvents } from "./readPaymentEvents";

/**
 * Call before any charge. Reads the provider's events if they are behind. If they still are afterwards, nothing may be
 * charged: returns the time up to which they were read (ms UTC), else null. The caller must authorize; the rest runs
 * as the system.
 */
export async function catchUpBilling(ctx: Context, onFailure: (error: unknown) => void): Promise<number | null> {
  if ((await billingPausedSince(ctx)) === null) return null;
  await readPaymentEvents({ ...ctx, actor: { kind: "system", name: "Billing" } }, onFailure);
  return await billingPausedSince(ctx);
}
