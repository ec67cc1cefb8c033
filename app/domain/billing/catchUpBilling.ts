import { readPaymentEvents } from "../checkout/readPaymentEvents";
import type { Context } from "../context";
import { billingPausedSince } from "./billingPause";

/**
 * Run before any charge: catches up on the provider's events. Returns since when they are still unread (ms UTC), in
 * which case nothing may be charged, else null. The caller must authorize; the rest runs as the system.
 */
export async function catchUpBilling(ctx: Context, onFailure: (error: unknown) => void): Promise<number | null> {
  if ((await billingPausedSince(ctx)) === null) return null;
  await readPaymentEvents({ ...ctx, actor: { kind: "system", name: "Billing" } }, onFailure);
  return await billingPausedSince(ctx);
}
