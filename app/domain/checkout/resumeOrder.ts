import { authorize } from "../access";
import { actorId, type Context } from "../context";
import { ownOrder } from "../orders/ownOrder";
import { usableSavedCard } from "../payments/savedCards";
import type { PayableOrder } from "./checkoutTypes";
import { openPayment } from "./openPayment";

/**
 * 'Resume payment': pays the same order at its stored amount, with the same payment if still usable (rules.md
 * orders/unpaid), and with a saved card if one is chosen (rules.md payments/saved-cards). Owner only, else NotFound
 * 'Invalid Order'. Throws SavedCardGone, Invalid for an expired card, Conflict for a cancelled order, and
 * PaymentsUnavailable.
 */
export async function resumeOrder(
  ctx: Context,
  orderId: string,
  { savedCardId }: { savedCardId?: string } = {},
): Promise<PayableOrder> {
  authorize(ctx, "checkout.order");
  const { id, payState, account } = await ownOrder(ctx, orderId);
  if (!savedCardId || payState !== "unpaid") return await openPayment(ctx, id);
  authorize(ctx, "checkout.cards");
  const card = await usableSavedCard(ctx, actorId(ctx), account, savedCardId);
  return await openPayment(ctx, id, card.id);
}
