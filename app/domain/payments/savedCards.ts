import type { Context } from "../context";
import { Invalid, NotFound } from "../errors";
import type { PaymentAccount, SavedCard } from "../ports/payments";
import { knownCustomer } from "./forPaymentCustomer";

/** Also for another customer's card, so the answer tells nothing about it. */
export class SavedCardGone extends NotFound {
  constructor() {
    super("This card is no longer saved. Choose another one.");
  }
}

/** The first moment (ms UTC) at which the card has expired. */
export const cardExpiresAt = ({ expMonth, expYear }: Pick<SavedCard, "expMonth" | "expYear">) =>
  // Date.UTC counts months from 0, so this is the first day after the expiry month.
  Date.UTC(expYear, expMonth, 1);

/**
 * A client's cards in one payment account, newest first, read from the provider. They are never copied to the database
 * (rules.md payments/saved-cards). The caller must authorize. Throws PaymentsUnavailable.
 */
export async function savedCardsOf(ctx: Context, clientId: string, account: PaymentAccount): Promise<SavedCard[]> {
  const customerId = await knownCustomer(ctx, clientId, account);
  return customerId ? await ctx.payments.savedCards(account, customerId) : [];
}

/**
 * One of the client's cards. Throws SavedCardGone for any other id, Invalid for an expired card, PaymentsUnavailable.
 */
export async function usableSavedCard(
  ctx: Context,
  clientId: string,
  account: PaymentAccount,
  cardId: string,
): Promise<SavedCard> {
  const cards = await savedCardsOf(ctx, clientId, account);
  const card = cards.find(({ id, sameCards }) => id === cardId || sameCards.includes(cardId));
  if (!card) throw new SavedCardGone();
  if (cardExpiresAt(card) <= ctx.now) throw new Invalid("This card has expired. Choose another one.", "savedCardId");
  return { ...card, id: cardId };
}
