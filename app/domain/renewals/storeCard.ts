import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch, PreconditionFailed } from "~db/client.server";
import { billingCycles, subscriptions } from "~db/schema";
import type { Context } from "../context";
import { Conflict } from "../errors";
import { historyStatement } from "../history/historyStatement";
import type { SubscriptionRow } from "../orderPaid";
import type { PaymentState } from "../ports/payments";
import { subscriptionTransitions } from "../subscriptions/subscriptionStates";

/**
 * Makes a card the charged one and restarts the tries of an unpaid renewal, so every later worker uses the new card.
 * One batch. Throws Conflict when another card was saved since the setup began. The caller must authorize and verify
 * that the setup succeeded and belongs to this subscription.
 */
export async function storeCard(
  ctx: Context,
  subscription: SubscriptionRow,
  setup: PaymentState,
  paymentMethodId: string,
) {
  const { id, cardGeneration, cardBrand, cardLast4 } = subscription;
  const other = new Conflict("A newer card was saved. Please reload the page.");
  if (setup.metadata.card_generation !== String(cardGeneration)) throw other;
  const card = await ctx.payments.cardOf(subscription.account, paymentMethodId);
  try {
    await atomicBatch(ctx.db, [
      ctx.db
        .update(subscriptions)
        .set({
          paymentMethodId,
          // Changes only if the record was deleted at the provider. A card can be charged only with its own customer.
          customerId: setup.customerId ?? subscription.customerId,
          cardBrand: card?.brand ?? null,
          cardLast4: card?.last4 ?? null,
          cardExpiresAt: card?.expiresAt ?? null,
          cardGeneration: cardGeneration + 1,
          // Reads the current status, because a last try may have failed since.
          status: sql`case ${subscriptions.status} when 'Past_Due' then ${subscriptionTransitions.Past_Due.newCard} else ${subscriptions.status} end`,
          version: sql`${subscriptions.version} + 1`,
        })
        .where(
          and(
            eq(subscriptions.id, id),
            eq(subscriptions.cardGeneration, cardGeneration),
            ne(subscriptions.status, "Cancelled"),
          ),
        ),
      assertRowsChanged(ctx.db),
      historyStatement(ctx, {
        entity: "subscription",
        entityId: id,
        action: "Card changed",
        changes: [{ field: "card", before: nameOf(cardBrand, cardLast4), after: nameOf(card?.brand, card?.last4) }],
        dedupeKey: `card:${id}:${cardGeneration + 1}`,
      }),
      restartTries(ctx, subscription),
    ]);
  } catch (error) {
    throw error instanceof PreconditionFailed ? other : error;
  }
}

/** Brand and last four digits, nothing else of the card (rules.md security/no-secrets). */
const nameOf = (brand: string | null | undefined, last4: string | null | undefined) =>
  brand && last4 ? `${brand} ${last4}` : null;

/** Restarts the tries, even after dunning has ended (rules.md subscriptions/dunning). */
const restartTries = (ctx: Context, { id, currentCycle }: SubscriptionRow) =>
  ctx.db
    .update(billingCycles)
    .set({ state: "open", tries: 0, firstTriedAt: null, actionNeeded: false, nextTryAt: ctx.now })
    .where(
      and(
        eq(billingCycles.subscriptionId, id),
        eq(billingCycles.cycle, currentCycle + 1),
        inArray(billingCycles.state, ["open", "failed"]),
      ),
    );
