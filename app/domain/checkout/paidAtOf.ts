import type { Context } from "../context";
import type { PaymentState } from "../ports";
import type { FreeOrder } from "./settleOrder";

/**
 * When a payment was made: as its card was charged, however late the portal hears of it, so that revenue falls on the
 * provider's day (rules.md reports/revenue) and renewals on the day of the first charge
 * (rules.md subscriptions/anchor). Never before what is paid was there, nor ahead of now, whatever the clocks say. ms
 * UTC.
 */
export function paidAtOf(ctx: Context, paid: { createdAt: number }, proof: PaymentState | FreeOrder): number {
  const charged = proof.kind === "payment" ? proof.chargedAt : null;
  return Math.max(paid.createdAt, Math.min(charged ?? ctx.now, ctx.now));
}
