import type { Context } from "../context";
import type { PaymentState } from "../ports";
import type { FreeOrder } from "./settleOrder";

/**
 * When the card was charged, in ms UTC. Revenue then falls on the provider's day (rules.md reports/revenue) and
 * renewals on the day of the first charge (rules.md subscriptions/anchor), even when the portal learns of it late.
 * Clamped between the creation of what was paid and now, because clocks differ.
 */
export function paidAtOf(ctx: Context, paid: { createdAt: number }, proof: PaymentState | FreeOrder): number {
  const charged = proof.kind === "payment" ? proof.chargedAt : null;
  return Math.max(paid.createdAt, Math.min(charged ?? ctx.now, ctx.now));
}
