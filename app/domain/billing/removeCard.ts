import type { z } from "zod";
import { authorize } from "../access";
import type { Context } from "../context";
import { Conflict } from "../errors";
import type { RemoveCardInput } from "./ownCardInputs";
import { ownCard } from "./ownCards";

/**
 * Removes one of the caller's cards at the provider, for good, however often it was entered. Throws Conflict when it
 * pays for other subscriptions than the question named, SavedCardGone for any other id, and PaymentsUnavailable.
 */
export async function removeCard(
  ctx: Context,
  cardId: string,
  { paysFor }: z.output<typeof RemoveCardInput>,
): Promise<void> {
  authorize(ctx, "checkout.cards");
  const { account, id, sameCards, subscriptions } = await ownCard(ctx, cardId);
  if (subscriptions.length !== paysFor)
    throw new Conflict("The subscriptions that this card pays for have changed. Please check them.");
  for (const one of [...sameCards, id]) await ctx.payments.removeCard(account, one);
}
