import type { Context } from "../context";
import type { SubscriptionRow } from "../orderPaid";
import { forPaymentCustomer } from "../payments/forPaymentCustomer";
import { CustomerGone } from "../ports/paymentFailures";
import type { PaymentAccount } from "../ports/payments";
import { type CardAccess, mustGoOn, subscriptionOfCard } from "./cardAccess";

/** A setup waiting for its card. The secret goes to the browser that enters the card and is never stored. */
export interface CardSetup {
  setupIntentId: string;
  clientSecret: string | null;
  publishableKey: string;
  account: PaymentAccount;
}

// Verified on saving: the subscription, that no newer card exists, and which cycle was paid before.
const metadataOf = ({ id, cardGeneration, currentCycle }: SubscriptionRow) => ({
  subscription_id: id,
  card_generation: String(cardGeneration),
  current_cycle: String(currentCycle),
});

/** Opens a setup in the subscription's account. Throws NotFound, Conflict when it has ended, PaymentsUnavailable. */
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
 * Opens the provider's hosted page in setup mode, for browsers without JavaScript. `back` is the card page's URL, to
 * which it returns with the page's id as `session`. Throws as openCardSetup does.
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
  if (!page.url) throw new Error("The provider returned a setup page without a URL");
  return page.url;
}

/**
 * Uses the customer record that the subscription is charged by. If the provider deleted it, along with its cards,
 * uses the client's current one; the new card revives the subscription (`storeCard` moves it over).
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
