import type { Context } from "../context";
import type { OrderRow } from "../orderPaid";
import type { PaymentState } from "../ports/payments";
import { markPaymentFailed } from "./markPaymentFailed";
import { type SettleOutcome, settleOrder } from "./settleOrder";

/**
 * Asks the provider for the payment of an unpaid order, then settles it or records the decline. `state` is the
 * provider's answer, or null when nothing was opened there. Throws PaymentsUnavailable.
 */
export async function settleFromProvider(
  ctx: Context,
  order: OrderRow,
): Promise<{ outcome: SettleOutcome; state: PaymentState | null }> {
  if (order.total === 0 && order.paymentType === "DIRECT") {
    return { outcome: await settleOrder(ctx, { kind: "free", orderId: order.id }), state: null };
  }
  const state = await providerState(ctx, order);
  if (!state) return { outcome: "open", state };
  const outcome = await settleOrder(ctx, state);
  if (outcome === "open") await markPaymentFailed(ctx, state);
  return { outcome, state };
}

/** The provider's current state of the order's stored payable. */
export async function providerState(ctx: Context, order: OrderRow): Promise<PaymentState | null> {
  const { payments } = ctx;
  if (order.checkoutSessionId) {
    const session = await payments.retrieveHostedCheckout(order.account, order.checkoutSessionId);
    if (session.paymentIntentId) return await payments.retrievePayment(order.account, session.paymentIntentId);
    if (session.setupIntentId) return await payments.retrieveSetup(order.account, session.setupIntentId);
    return null;
  }
  if (order.paymentIntentId) return await payments.retrievePayment(order.account, order.paymentIntentId);
  if (order.setupIntentId) return await payments.retrieveSetup(order.account, order.setupIntentId);
  return null;
}
