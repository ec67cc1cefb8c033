import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import { assertRowsChanged, atomicBatch } from "~db/client.server";
import { billingCycles, subscriptions } from "~db/schema";
import type { Context } from "../context";
import { Conflict } from "../errors";
import { historyOfMany } from "../history/historyStatement";
import type { SubscriptionRow } from "../orderPaid";
import type { PaymentState } from "../ports/payments";
import { retryOnConflict } from "../retryOnConflict";
import { subscriptionTransitions } from "../subscriptions/subscriptionStates";

/** In a setup's metadata: its card is for all running subscriptions of the client in this account. */
export const EVERY_SUBSCRIPTION = "every_subscription";

const newerCard = () => new Conflict("A newer card was saved. Please reload the page.");

/**
 * Makes a card the charged one and restarts the tries of an unpaid renewal, so every later worker uses the new card.
 * The same for the client's other subscriptions when the setup says so. One batch. Storing the stored card changes
 * nothing. Throws Conflict when another card was saved since the setup began. The caller must authorize and verify
 * that the setup succeeded and belongs to this subscription.
 */
export async function storeCard(
  ctx: Context,
  { id, account }: Pick<SubscriptionRow, "id" | "account">,
  setup: PaymentState,
  paymentMethodId: string,
) {
  const card = await ctx.payments.cardOf(account, paymentMethodId);
  const attempt = async () => {
    const subscription = await runningSubscription(ctx, id);
    // A parallel request stored it.
    if (subscription?.paymentMethodId === paymentMethodId) return;
    if (!subscription || setup.metadata.card_generation !== String(subscription.cardGeneration)) throw newerCard();
    const changed = [
      subscription,
      ...(EVERY_SUBSCRIPTION in setup.metadata ? await otherSubscriptions(ctx, subscription) : []),
    ];
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
          cardGeneration: sql`${subscriptions.cardGeneration} + 1`,
          // Reads the current status, because a last try may have failed since.
          status: sql`case ${subscriptions.status} when 'Past_Due' then ${subscriptionTransitions.Past_Due.newCard} else ${subscriptions.status} end`,
          version: sql`${subscriptions.version} + 1`,
        })
        .where(
          and(
            sql`(${subscriptions.id}, ${subscriptions.cardGeneration}) in ${pairs(changed.map((one) => [one.id, one.cardGeneration]))}`,
            ne(subscriptions.status, "Cancelled"),
          ),
        ),
      assertRowsChanged(ctx.db, changed.length),
      historyOfMany(
        ctx,
        changed.map((one) => ({
          entity: "subscription" as const,
          entityId: one.id,
          action: "Card changed",
          changes: [
            { field: "card", before: nameOf(one.cardBrand, one.cardLast4), after: nameOf(card?.brand, card?.last4) },
          ],
          dedupeKey: `card:${one.id}:${one.cardGeneration + 1}`,
        })),
      ),
      restartTries(ctx, changed),
    ]);
  };
  await retryOnConflict(ctx, attempt, { exhausted: newerCard });
}

const runningSubscription = (ctx: Context, id: string) =>
  ctx.db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.id, id), ne(subscriptions.status, "Cancelled")))
    .get();

/** The client's other running subscriptions in the same payment account. */
export const otherSubscriptions = (
  ctx: Context,
  { id, clientId, account }: Pick<SubscriptionRow, "id" | "clientId" | "account">,
): Promise<SubscriptionRow[]> =>
  ctx.db
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.clientId, clientId),
        eq(subscriptions.account, account),
        ne(subscriptions.id, id),
        ne(subscriptions.status, "Cancelled"),
      ),
    )
    .orderBy(asc(subscriptions.createdAt), asc(subscriptions.id));

const pairs = (values: readonly (readonly [string, number])[]) =>
  sql`(select value ->> 0, value ->> 1 from json_each(${JSON.stringify(values)}))`;

/** Brand and last four digits, nothing else of the card (rules.md security/no-secrets). */
const nameOf = (brand: string | null | undefined, last4: string | null | undefined) =>
  brand && last4 ? `${brand} ${last4}` : null;

/** Restarts the tries, even after dunning has ended (rules.md subscriptions/dunning). */
const restartTries = (ctx: Context, changed: readonly SubscriptionRow[]) =>
  ctx.db
    .update(billingCycles)
    .set({ state: "open", tries: 0, firstTriedAt: null, actionNeeded: false, nextTryAt: ctx.now })
    .where(
      and(
        sql`(${billingCycles.subscriptionId}, ${billingCycles.cycle}) in ${pairs(changed.map(({ id, currentCycle }) => [id, currentCycle + 1]))}`,
        inArray(billingCycles.state, ["open", "failed"]),
      ),
    );
