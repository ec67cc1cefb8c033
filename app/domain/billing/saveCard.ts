import type { Context } from "../context";
import { NotFound, PaymentFailed } from "../errors";
import type { SubscriptionRow } from "../orderPaid";
import type { PaymentState } from "../ports/payments";
import { assertNotCancelled, type CardAccess, subscriptionOfCard } from "../renewals/cardAccess";
import { chargeAfterNewCard } from "../renewals/chargeAfterNewCard";
import { isSetupOf } from "../renewals/isSetupOf";
import { storeCard } from "../renewals/storeCard";
import { catchUpBilling } from "./catchUpBilling";

const NOT_TAKEN = "Your card was declined. Please try another one.";

/**
 * Makes the card of a succeeded setup the charged one, once, which invalidates all earlier links. Charges anything
 * due immediately (rules.md subscriptions/dunning), here or on the webhook, whichever comes first. Throws NotFound
 * for another subscription's setup, PaymentFailed with the provider's message when the card is not accepted, Conflict
 * when another card was saved since.
 */
export async function saveCard(
  ctx: Context,
  access: CardAccess,
  by: { setupIntentId: string } | { sessionId: string },
) {
  const subscription = await subscriptionOfCard(ctx, access, { alsoUsedUp: true });
  const setup = await setupOf(ctx, subscription, by);
  if (!(await isSetupOf(ctx, subscription, setup))) throw new NotFound();
  if (setup.status !== "succeeded" || !setup.paymentMethodId)
    throw new PaymentFailed(setup.decline?.message ?? NOT_TAKEN);
  if (setup.paymentMethodId !== subscription.paymentMethodId) {
    // A link invalidated by a stored card leads back to that card's result and stores no other card.
    if ("link" in access && access.link.cardGeneration !== subscription.cardGeneration) throw new NotFound();
    assertNotCancelled(subscription);
    await storeCard(ctx, subscription, setup, setup.paymentMethodId);
  }
  await catchUpBilling(ctx, () => {});
  return await chargeAfterNewCard(ctx, subscription.id, Number(setup.metadata.current_cycle));
}

async function setupOf(
  ctx: Context,
  { account }: SubscriptionRow,
  by: { setupIntentId: string } | { sessionId: string },
): Promise<PaymentState> {
  if ("setupIntentId" in by) return await ctx.payments.retrieveSetup(account, by.setupIntentId);
  const page = await ctx.payments.retrieveHostedCheckout(account, by.sessionId);
  if (!page.setupIntentId) throw new PaymentFailed(NOT_TAKEN);
  return await ctx.payments.retrieveSetup(account, page.setupIntentId);
}
