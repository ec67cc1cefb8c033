import { and, eq, isNull } from "drizzle-orm";
import { subscriptions } from "~db/schema";
import type { Context } from "../context";

/** A stored card for display. `expiresAt`: ms UTC, the first moment at which it is no longer valid. */
export interface ShownCard {
  brand: string;
  last4: string;
  expiresAt: number | null;
}

type CardOf = Pick<
  typeof subscriptions.$inferSelect,
  "id" | "account" | "paymentMethodId" | "cardBrand" | "cardLast4" | "cardExpiresAt"
>;

/** The card that is charged: from the database, else from the provider and then stored; null when neither has it. */
export async function cardToShow(ctx: Context, subscription: CardOf): Promise<ShownCard | null> {
  const { id, account, paymentMethodId, cardBrand: brand, cardLast4: last4, cardExpiresAt: expiresAt } = subscription;
  if (brand && last4) return { brand, last4, expiresAt };
  // The page must open even when the provider does not respond.
  const card = await ctx.payments.cardOf(account, paymentMethodId).catch(() => null);
  if (card)
    await ctx.db
      .update(subscriptions)
      .set({ cardBrand: card.brand, cardLast4: card.last4, cardExpiresAt: card.expiresAt })
      .where(
        and(
          eq(subscriptions.id, id),
          eq(subscriptions.paymentMethodId, paymentMethodId),
          isNull(subscriptions.cardLast4),
        ),
      );
  return card;
}
