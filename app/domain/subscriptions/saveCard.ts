import { and, eq, ne, sql } from "drizzle-orm";
import { GuardFailed, mustHaveChanged, writeTogether } from "~db/client.server";
import { subscriptions } from "~db/schema";
import type { Context } from "../context";
import { Conflict, NotFound, PaymentFailed } from "../errors";
import { historyStatement } from "../history/historyStatement";
import type { PaymentState } from "../ports";
import { type CardAccess, mustGoOn, type SubscriptionRow, subscriptionOfCard } from "./cardAccess";
import { chargeAfterNewCard } from "./chargeAfterNewCard";

export const NOT_TAKEN = "Your card was not accepted. Please try another one.";

/**
 * Makes the card of a set-up that succeeded the one that is charged, once; every link that was mailed before is used up
 * by it. What is due is charged to it at once (decision S1). Throws NotFound for a set-up of another subscription,
 * PaymentFailed in the provider's words while the card is not accepted, Conflict when another card was saved since.
 */
export async function saveCard(
  ctx: Context,
  access: CardAccess,
  by: { setupIntentId: string } | { sessionId: string },
) {
  const subscription = await subscriptionOfCard(ctx, access);
  const setup = await setupOf(ctx, subscription, by);
  if (setup.metadata.subscription_id !== subscription.id || setup.customerId !== subscription.customerId)
    throw new NotFound();
  if (setup.status !== "succeeded" || !setup.paymentMethodId)
    throw new PaymentFailed(setup.decline?.message ?? NOT_TAKEN);
  if (setup.paymentMethodId !== subscription.paymentMethodId)
    await storeCard(ctx, subscription, setup, setup.paymentMethodId);
  return await chargeAfterNewCard(ctx, subscription.id);
}

async function setupOf(
  ctx: Context,
  { account }: SubscriptionRow,
  by: { setupIntentId: string } | { sessionId: string },
): Promise<PaymentState> {
  if ("setupIntentId" in by) return await ctx.payments.retrieveSetup(account, by.setupIntentId);
  const page = await ctx.payments.retrieveHostedCheckout(account, by.sessionId);
  if (!page.setupIntentId) throw new PaymentFailed(NOT_TAKEN);
  return await ctx.payments.retrieveSetup(account, page.setupIntentId);
}

async function storeCard(ctx: Context, subscription: SubscriptionRow, setup: PaymentState, paymentMethodId: string) {
  mustGoOn(subscription);
  const { id, cardGeneration, cardBrand, cardLast4 } = subscription;
  const other = new Conflict("Another card was saved meanwhile. Please reload the page.");
  if (setup.metadata.card_generation !== String(cardGeneration)) throw other;
  const card = await ctx.payments.cardOf(subscription.account, paymentMethodId);
  try {
    await writeTogether(ctx.db, [
      ctx.db
        .update(subscriptions)
        .set({
          paymentMethodId,
          cardBrand: card?.brand ?? null,
          cardLast4: card?.last4 ?? null,
          cardExpiresAt: card?.expiresAt ?? null,
          cardGeneration: cardGeneration + 1,
          version: sql`${subscriptions.version} + 1`,
        })
        .where(
          and(
            eq(subscriptions.id, id),
            eq(subscriptions.cardGeneration, cardGeneration),
            ne(subscriptions.status, "Cancelled"),
          ),
        ),
      mustHaveChanged(ctx.db),
      historyStatement(ctx, {
        entity: "subscription",
        entityId: id,
        action: "Card changed",
        changes: [{ field: "card", before: nameOf(cardBrand, cardLast4), after: nameOf(card?.brand, card?.last4) }],
        dedupeKey: `card:${id}:${cardGeneration + 1}`,
      }),
    ]);
  } catch (error) {
    throw error instanceof GuardFailed ? other : error;
  }
}

/** Never more of a card than people may know (quality S19). */
const nameOf = (brand: string | null | undefined, last4: string | null | undefined) =>
  brand && last4 ? `${brand} ${last4}` : null;
