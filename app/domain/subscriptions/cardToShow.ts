import type { subscriptions } from "~db/schema";
import type { Context } from "../context";

/** A stored card in the words of people. `expiresAt`: ms UTC, the first moment at which it is no longer good. */
export interface ShownCard {
  brand: string;
  last4: string;
  expiresAt: number | null;
}

type CardOf = Pick<
  typeof subscriptions.$inferSelect,
  "account" | "paymentMethodId" | "cardBrand" | "cardLast4" | "cardExpiresAt"
>;

/** The card that is charged: as it is stored, else as the provider says; null when neither knows it. */
export async function cardToShow(ctx: Context, subscription: CardOf): Promise<ShownCard | null> {
  const { cardBrand: brand, cardLast4: last4, cardExpiresAt: expiresAt } = subscription;
  if (brand && last4) return { brand, last4, expiresAt };
  // A dialog opens also while the provider is silent.
  return await ctx.payments.cardOf(subscription.account, subscription.paymentMethodId).catch(() => null);
}
