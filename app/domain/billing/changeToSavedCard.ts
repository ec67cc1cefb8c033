import type { Context } from "../context";
import type { CardAccess } from "../renewals/cardAccess";
import type { ChargeOutcome } from "../renewals/chargeCycle";
import { type CardChoice, openCardSetup } from "../renewals/openCardSetup";
import { saveCard } from "./saveCard";

/**
 * Gives the subscription a saved card from the server, for a browser without script. Returns how it ended, or the
 * bank's page when its cardholder must confirm the card. That page leads back to `returnUrl` (absolute) with the
 * setup's id as `setup_intent`. Throws as openCardSetup and saveCard do.
 */
export async function changeToSavedCard(
  ctx: Context,
  access: CardAccess,
  { savedCardId, everySubscription, returnUrl }: CardChoice & { savedCardId: string; returnUrl: string },
): Promise<{ bankUrl: string | null } | { outcome: ChargeOutcome | null }> {
  const { account, setupIntentId } = await openCardSetup(ctx, access, { savedCardId, everySubscription });
  const { status, actionUrl } = await ctx.payments.confirmSetup({
    account,
    id: setupIntentId,
    paymentMethodId: savedCardId,
    returnUrl,
    key: `saved-card:${setupIntentId}`,
  });
  return status === "requires_action"
    ? { bankUrl: actionUrl }
    : { outcome: await saveCard(ctx, access, { setupIntentId }) };
}
