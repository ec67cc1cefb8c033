import type { z } from "zod";
import { authorize } from "../access";
import { actorId, type Context } from "../context";
import { NotFound } from "../errors";
import { knownCustomer } from "../payments/forPaymentCustomer";
import { SavedCardGone } from "../payments/savedCards";
import type { DefaultCardInput } from "./ownCardInputs";
import { ownCard } from "./ownCards";

/** Offers one of the caller's cards first at the checkout. Throws SavedCardGone and PaymentsUnavailable. */
export async function setDefaultCard(ctx: Context, { cardId }: z.output<typeof DefaultCardInput>): Promise<void> {
  authorize(ctx, "checkout.cards");
  const { account } = await ownCard(ctx, cardId);
  const customerId = await knownCustomer(ctx, actorId(ctx), account);
  if (!customerId) throw new SavedCardGone();
  try {
    await ctx.payments.setDefaultCard(account, customerId, cardId);
  } catch (error) {
    throw error instanceof NotFound ? new SavedCardGone() : error;
  }
}
