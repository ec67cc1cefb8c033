import { paths } from "~/paths";
import { authorize } from "../access";
import { actorId, type Context } from "../context";
import { ownOrder } from "../orders/ownOrder";
import { paymentIsBusy } from "../payments/closePayable";
import { usableSavedCard } from "../payments/savedCards";
import { completeOrder } from "./completeOrder";
import { openPayment } from "./openPayment";

/** How paying with a saved card ended. `bankUrl` is the bank's page, where the cardholder confirms the payment. */
export interface SavedCardPayment {
  paid: boolean;
  pending: boolean;
  bankUrl: string | null;
  /** The provider's message when the card was declined. */
  declined: string | null;
}

/**
 * Pays the order with a saved card from the server, for a browser without script. The provider's hosted page cannot
 * be opened with a chosen card, and lists only cards that were marked for redisplay. A confirmation with a return URL
 * and without `off_session` is on-session: the bank may ask the cardholder. Owner only, else NotFound. Throws
 * SavedCardGone, Invalid for an expired card, Conflict, TooMany and PaymentsUnavailable.
 */
export async function payWithSavedCard(ctx: Context, orderId: string, cardId: string): Promise<SavedCardPayment> {
  authorize(ctx, "checkout.cards");
  const { account } = await ownOrder(ctx, orderId);
  await usableSavedCard(ctx, actorId(ctx), account, cardId);
  const { mode } = await openPayment(ctx, orderId, cardId);
  let bankUrl: string | null = null;
  let declined: string | null = null;
  if (mode !== "settled") {
    const { paymentIntentId, setupIntentId } = await ownOrder(ctx, orderId);
    const id = mode === "payment" ? paymentIntentId : setupIntentId;
    // Another post has replaced it with the provider's page.
    if (!id) throw paymentIsBusy();
    const returnUrl = ctx.siteUrl + paths.checkoutSuccess(orderId);
    const key = `saved-card:${orderId}:${ctx.requestId}`;
    const input = { account, id, paymentMethodId: cardId, returnUrl, key };
    const state = await (mode === "payment" ? ctx.payments.confirmPayment(input) : ctx.payments.confirmSetup(input));
    bankUrl = state.status === "requires_action" ? state.actionUrl : null;
    declined = state.decline?.message ?? null;
  }
  const { paid, pending } = await completeOrder(ctx, orderId);
  return { paid, pending, bankUrl: paid ? null : bankUrl, declined: paid ? null : declined };
}
