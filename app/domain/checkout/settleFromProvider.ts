import type { Context } from "../context";
import type { PaymentState } from "../ports";
import { markPaymentFailed } from "./markPaymentFailed";
import type { OrderRow } from "./ownOrder";
import { type SettleOutcome, settleOrder } from "./settleOrder";

/**
 * Asks the provider how an unpaid order's payment stands and acts on it: settles it, or keeps a decline. Answers the
 * outcome and what the provider said; null when nothing was opened there. Throws PaymentsUnavailable.
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

/** The payment behind what is stored, as the provider has it now. */
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
