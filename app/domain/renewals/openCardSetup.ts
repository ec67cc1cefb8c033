import { authorize } from "../access";
import type { Context } from "../context";
import type { SubscriptionRow } from "../orderPaid";
import { forPaymentCustomer, knownCustomer } from "../payments/forPaymentCustomer";
import { SavedCardGone, usableSavedCard } from "../payments/savedCards";
import { CustomerGone } from "../ports/paymentFailures";
import type { PaymentAccount } from "../ports/payments";
import { assertNotCancelled, type CardAccess, subscriptionOfCard } from "./cardAccess";
import { EVERY_SUBSCRIPTION } from "./storeCard";

/** A setup waiting for its card. The secret goes to the browser that enters the card and is never stored. */
export interface CardSetup {
  setupIntentId: string;
  clientSecret: string | null;
  publishableKey: string;
  account: PaymentAccount;
}

/** What the customer chose. An emailed link offers neither, because it opens one subscription and no account. */
export interface CardChoice {
  /** A saved card; absent or empty for another one. */
  savedCardId?: string;
  /** The card is for the customer's other subscriptions in this account too. */
  everySubscription?: boolean;
}

// Verified on saving: the subscription, that no newer card exists, and which cycle was paid before.
const metadataOf = ({ id, cardGeneration, currentCycle }: SubscriptionRow, access: CardAccess, choice: CardChoice) => ({
  subscription_id: id,
  card_generation: String(cardGeneration),
  current_cycle: String(currentCycle),
  ...(choice.everySubscription && "id" in access ? { [EVERY_SUBSCRIPTION]: "yes" } : {}),
});

/**
 * Opens a setup in the subscription's account. A saved card passes a setup too: one that was kept for the checkout was
 * not set up for charges without its owner. Throws NotFound, SavedCardGone, Invalid for an expired card, Conflict when
 * the subscription has ended, PaymentsUnavailable.
 */
export async function openCardSetup(ctx: Context, access: CardAccess, choice: CardChoice = {}): Promise<CardSetup> {
  const subscription = await subscriptionOfCard(ctx, access);
  assertNotCancelled(subscription);
  const { account } = subscription;
  const make = (customerId: string) =>
    ctx.payments.createSetup({
      account,
      customerId,
      metadata: metadataOf(subscription, access, choice),
      key: `card:${subscription.id}:${customerId}:${ctx.requestId}`,
    });
  const { id, clientSecret } = choice.savedCardId
    ? await make(await customerOfSavedCard(ctx, access, subscription, choice.savedCardId))
    : await forCardCustomer(ctx, subscription, make);
  return { setupIntentId: id, clientSecret, publishableKey: ctx.payments.publishableKey(account), account };
}

/** The client's customer record, after checking that it has the card. */
async function customerOfSavedCard(
  ctx: Context,
  access: CardAccess,
  { clientId, account }: SubscriptionRow,
  savedCardId: string,
): Promise<string> {
  if ("link" in access) throw new SavedCardGone();
  authorize(ctx, "checkout.cards");
  await usableSavedCard(ctx, clientId, account, savedCardId);
  const customerId = await knownCustomer(ctx, clientId, account);
  if (!customerId) throw new SavedCardGone();
  return customerId;
}

/**
 * Opens the provider's hosted page in setup mode, for browsers without JavaScript. `back` is the card page's URL, to
 * which it returns with the page's id as `session`. Throws as openCardSetup does.
 */
export async function openHostedCardSetup(
  ctx: Context,
  access: CardAccess,
  back: string,
  choice: Pick<CardChoice, "everySubscription"> = {},
): Promise<string> {
  const subscription = await subscriptionOfCard(ctx, access);
  assertNotCancelled(subscription);
  const page = await forCardCustomer(ctx, subscription, (customerId) =>
    ctx.payments.createHostedCheckout({
      account: subscription.account,
      mode: "setup",
      amount: 0,
      customerId,
      description: subscription.serviceName,
      statementText: null,
      saveCard: true,
      metadata: metadataOf(subscription, access, choice),
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
