import { authorize } from "../access";
import type { Context } from "../context";
import { ownOrder } from "../orders/ownOrder";
import type { CardFacts } from "../ports/payments";

const LONGEST_MS = 2_000;

/**
 * The card that paid the buyer's order, from the provider. Null when none did, and when the provider takes more than
 * two seconds: the page does not wait for a detail. Owner only, else NotFound 'Invalid Order'.
 */
export async function paidCard(ctx: Context, orderId: string): Promise<CardFacts | null> {
  authorize(ctx, "checkout.complete");
  const { account, paymentIntentId, payState, total } = await ownOrder(ctx, orderId);
  if (!paymentIntentId || payState === "unpaid" || total === 0) return null;
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), LONGEST_MS));
  const asked = ctx.payments
    .retrievePayment(account, paymentIntentId)
    .then(({ paymentMethodId }) => (paymentMethodId ? ctx.payments.cardOf(account, paymentMethodId) : null))
    .catch(() => null);
  return await Promise.race([asked, late]);
}
