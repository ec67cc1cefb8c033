import type { Context } from "../context";
import type { FreeOrder } from "../orderPaid";
import type { PaymentState } from "../ports/payments";

/**
 * When the card was charged, in ms UTC, even if the portal learns of it late. Decides the day of revenue (rules.md
 * reports/revenue) and of renewals (rules.md subscriptions/anchor). Clamped between the creation of what was paid and
 * now, because clocks differ.
 */
export function paidAtOf(ctx: Context, paid: { createdAt: number }, proof: PaymentState | FreeOrder): number {
  const charged = proof.kind === "payment" ? proof.chargedAt : null;
  return Math.max(paid.createdAt, Math.min(charged ?? ctx.now, ctx.now));
}
