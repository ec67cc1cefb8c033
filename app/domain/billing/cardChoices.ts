import { offeredCards } from "../checkout/checkoutCards";
import type { Context } from "../context";
import type { SavedCard } from "../ports/payments";
import { subscriptionOfCard } from "../renewals/cardAccess";
import { otherSubscriptions } from "../renewals/storeCard";

/** What a customer can choose on the card page of a subscription. An emailed link offers none of it. */
export interface CardChoices {
  /** The saved cards of the subscription's payment account but its present one. */
  savedCards: SavedCard[];
  /** The customer's other running subscriptions in that account. */
  others: { id: string; serviceName: string }[];
}

/** Throws NotFound for another customer's subscription. */
export async function cardChoices(ctx: Context, id: string): Promise<CardChoices> {
  const subscription = await subscriptionOfCard(ctx, { id });
  const [cards, others] = await Promise.all([
    offeredCards(ctx, subscription.account),
    otherSubscriptions(ctx, subscription),
  ]);
  return {
    savedCards: cards.filter((card) => ![card.id, ...card.sameCards].includes(subscription.paymentMethodId)),
    others: others.map(({ id: other, serviceName }) => ({ id: other, serviceName })),
  };
}
