import { readPaymentEvents } from "../checkout/readPaymentEvents";
import type { Context } from "../context";
import { billingPausedSince } from "./billingPause";

/**
 * Before anything is charged: reads the provider's events on if they are behind. Answers since when they are still unread,
 * ms UTC, so that nothing may be charged; else null. The caller has authorised and acts as the system from here.
 */
export async function catchUpBilling(ctx: Context, onFailure: (error: unknown) => void): Promise<number | null> {
  if ((await billingPausedSince(ctx)) === null) return null;
  await readPaymentEvents({ ...ctx, actor: { kind: "system", name: "Billing" } }, onFailure);
  return await billingPausedSince(ctx);
}
