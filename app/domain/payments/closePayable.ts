import type { Context } from "../context";
import { Conflict } from "../errors";
import type { OrderRow } from "../orderPaid";
import type { PaymentState } from "../ports/payments";

/**
 * closed: nobody can pay by it any more, or nothing was open. succeeded: it was already paid; settle with `state`.
 * busy: the provider is processing it and cannot cancel it.
 */
type ClosedPayable = { result: "closed" } | { result: "busy" } | { result: "succeeded"; state: PaymentState };

/** Cancels the order's intent or expires its hosted page at the provider. Throws PaymentsUnavailable. */
export async function closePayable(ctx: Context, order: OrderRow): Promise<ClosedPayable> {
  const { payments } = ctx;
  const { account } = order;
  if (order.checkoutSessionId) {
    const session = await payments.expireHostedCheckout(account, order.checkoutSessionId);
    if (session.status === "expired") return { result: "closed" };
    if (session.status === "open") return { result: "busy" };
    if (session.paymentIntentId) return resultOf(await payments.retrievePayment(account, session.paymentIntentId));
    if (session.setupIntentId) return resultOf(await payments.retrieveSetup(account, session.setupIntentId));
    return { result: "busy" };
  }
  if (order.paymentIntentId) return resultOf(await payments.cancelPayment(account, order.paymentIntentId));
  if (order.setupIntentId) return resultOf(await payments.cancelSetup(account, order.setupIntentId));
  return { result: "closed" };
}

function resultOf(state: PaymentState): ClosedPayable {
  if (state.status === "canceled") return { result: "closed" };
  return state.status === "succeeded" ? { result: "succeeded", state } : { result: "busy" };
}

export const paymentIsBusy = () => new Conflict("Your payment is being processed. Please wait a moment and try again.");
