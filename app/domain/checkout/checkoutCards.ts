import { authorize, can } from "../access";
import { checkoutService } from "../catalogue/checkoutService";
import { actorId, type Context } from "../context";
import { cardExpiresAt, savedCardsOf } from "../payments/savedCards";
import type { PaymentAccount, SavedCard } from "../ports/payments";

/** The caller's cards in the account that the service is paid to. Throws NotFound for a service that is not sold. */
export async function checkoutCards(ctx: Context, { serviceId }: { serviceId: string }): Promise<SavedCard[]> {
  authorize(ctx, "checkout.cards");
  const { account } = await checkoutService(ctx, serviceId);
  return await savedCardsOf(ctx, actorId(ctx), account);
}

const LONGEST_MS = 2_000;

/**
 * The cards that a page offers to pay with: none that has expired. Empty for people who may not use saved cards, and
 * when the provider takes more than two seconds: the buyer can still enter a card.
 */
export async function offeredCards(ctx: Context, account: PaymentAccount): Promise<SavedCard[]> {
  if (!can(ctx.actor, "checkout.cards")) return [];
  const late = new Promise<SavedCard[]>((resolve) => setTimeout(() => resolve([]), LONGEST_MS));
  const cards = savedCardsOf(ctx, actorId(ctx), account).catch((): SavedCard[] => []);
  return (await Promise.race([cards, late])).filter((card) => cardExpiresAt(card) > ctx.now);
}
