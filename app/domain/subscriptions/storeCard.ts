import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { GuardFailed, mustHaveChanged, writeTogether } from "~db/client.server";
import { billingCycles, subscriptions } from "~db/schema";
import type { Context } from "../context";
import { Conflict } from "../errors";
import { historyStatement } from "../history/historyStatement";
import type { PaymentState } from "../ports";
import type { SubscriptionRow } from "./cardAccess";
import { subscriptionTransitions } from "./subscriptionStates";

/**
 * Makes a card the one that is charged, and has a renewal that waits begin its tries anew with it, in one batch: whoever
 * takes over from here goes on with the new card. Throws Conflict when another card was saved since the set-up began.
 * The caller has authorised, and knows that the set-up is this subscription's and succeeded.
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
    await writeTogether(ctx.db, [
      ctx.db
        .update(subscriptions)
        .set({
          paymentMethodId,
          // Another one only where the record was deleted at the provider. A card is charged with its own customer alone.
          customerId: setup.customerId ?? subscription.customerId,
          cardBrand: card?.brand ?? null,
          cardLast4: card?.last4 ?? null,
          cardExpiresAt: card?.expiresAt ?? null,
          cardGeneration: cardGeneration + 1,
          // As it stands when this is written: a last try may have failed since it was read.
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
      mustHaveChanged(ctx.db),
      historyStatement(ctx, {
        entity: "subscription",
        entityId: id,
        action: "Card changed",
        changes: [{ field: "card", before: nameOf(cardBrand, cardLast4), after: nameOf(card?.brand, card?.last4) }],
        dedupeKey: `card:${id}:${cardGeneration + 1}`,
      }),
      triesAnew(ctx, subscription),
    ]);
  } catch (error) {
    throw error instanceof GuardFailed ? other : error;
  }
}

/** Never more of a card than people may know (quality S19). */
const nameOf = (brand: string | null | undefined, last4: string | null | undefined) =>
  brand && last4 ? `${brand} ${last4}` : null;

/** The tries begin anew, also of a renewal that was not tried by itself any more (decision S1). */
const triesAnew = (ctx: Context, { id, currentCycle }: SubscriptionRow) =>
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
