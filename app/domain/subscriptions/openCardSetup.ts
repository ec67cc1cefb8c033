import type { PaymentAccount } from "../catalogue/serviceTypes";
import { forPaymentCustomer } from "../checkout/forPaymentCustomer";
import type { Context } from "../context";
import { CustomerGone } from "../ports";
import { type CardAccess, mustGoOn, type SubscriptionRow, subscriptionOfCard } from "./cardAccess";

/** A card set-up that waits for its card. The secret is for the browser that types it, and is never stored. */
export interface CardSetup {
  setupIntentId: string;
  clientSecret: string | null;
  publishableKey: string;
  account: PaymentAccount;
}

// What proves at saving whom the card was typed for, that no newer one has come since, and what had been paid before.
const metadataOf = ({ id, cardGeneration, currentCycle }: SubscriptionRow) => ({
  subscription_id: id,
  card_generation: String(cardGeneration),
  current_cycle: String(currentCycle),
});

/** Opens a set-up in the subscription's account. Throws NotFound, Conflict when it has ended, PaymentsUnavailable. */
export async function openCardSetup(ctx: Context, access: CardAccess): Promise<CardSetup> {
  const subscription = await subscriptionOfCard(ctx, access);
  mustGoOn(subscription);
  const { account } = subscription;
  const { id, clientSecret } = await forCardCustomer(ctx, subscription, (customerId) =>
    ctx.payments.createSetup({
      account,
      customerId,
      metadata: metadataOf(subscription),
      key: `card:${subscription.id}:${customerId}:${ctx.requestId}`,
    }),
  );
  return { setupIntentId: id, clientSecret, publishableKey: ctx.payments.publishableKey(account), account };
}

/**
 * The provider's own page in set-up mode, for a browser without our script. `back` is the address of the card page: it
 * comes back to it with `session`, the page's id, once a card was taken. Throws as openCardSetup does.
 */
export async function openHostedCardSetup(ctx: Context, access: CardAccess, back: string): Promise<string> {
  const subscription = await subscriptionOfCard(ctx, access);
  mustGoOn(subscription);
  const page = await forCardCustomer(ctx, subscription, (customerId) =>
    ctx.payments.createHostedCheckout({
      account: subscription.account,
      mode: "setup",
      amount: 0,
      customerId,
      description: subscription.serviceName,
      saveCard: true,
      metadata: metadataOf(subscription),
      successUrl: `${ctx.siteUrl}${back}?session={CHECKOUT_SESSION_ID}`,
      cancelUrl: ctx.siteUrl + back,
      key: `card-page:${subscription.id}:${customerId}:${ctx.requestId}`,
    }),
  );
  if (!page.url) throw new Error("A set-up page was opened without an address");
  return page.url;
}

/**
 * With the customer record that the subscription is charged by; with the client's present one when that was deleted at the
 * provider, which took its cards along: the new card is what brings the subscription back (`storeCard` moves it over).
 */
async function forCardCustomer<Made>(
  ctx: Context,
  { customerId, clientId, account }: SubscriptionRow,
  make: (customerId: string) => Promise<Made>,
): Promise<Made> {
  try {
    return await make(customerId);
  } catch (error) {
    if (!(error instanceof CustomerGone)) throw error;
    return await forPaymentCustomer(ctx, clientId, account, make);
  }
}
