import { and, eq } from "drizzle-orm";
import { billingCycles } from "~db/schema";
import { contextOfUser } from "../accounts/contextOfUser";
import type { Context } from "../context";
import { NotFound } from "../errors";
import type { PaymentAccount } from "../ports/payments";
import { cardToShow } from "../subscriptions/cardToShow";
import { readNextAmount } from "../subscriptions/nextAmount";
import type { OwnSubscription } from "../subscriptions/ownSubscriptions";
import { type CardAccess, subscriptionOfCard } from "./cardAccess";

/** All the data of a card page. A visitor with an emailed link sees nothing more. */
export interface CardPage
  extends Pick<
    OwnSubscription,
    | "id"
    | "serviceName"
    | "status"
    | "amount"
    | "taxRates"
    | "orderDuration"
    | "frequency"
    | "nextPayment"
    | "cancelledAt"
    | "card"
    | "payment"
  > {
  account: PaymentAccount;
}

/** The content of the page for a new card (rules.md subscriptions/own). Throws NotFound as subscriptionOfCard does. */
export async function cardPage(ctx: Context, access: CardAccess): Promise<CardPage> {
  const row = await subscriptionOfCard(ctx, access);
  const [cycle, card] = await Promise.all([
    ctx.db
      .select()
      .from(billingCycles)
      .where(and(eq(billingCycles.subscriptionId, row.id), eq(billingCycles.cycle, row.currentCycle + 1)))
      .get(),
    cardToShow(ctx, row),
  ]);
  const { id, serviceName, status, orderDuration, frequency, nextPayment, cancelledAt, account } = row;
  return {
    id,
    serviceName,
    status,
    orderDuration,
    frequency,
    nextPayment,
    cancelledAt,
    account,
    card,
    ...(await readNextAmount(ctx, row)),
    payment: cycle
      ? {
          state: cycle.state,
          actionNeeded: cycle.actionNeeded,
          tries: cycle.tries,
          nextTryAt: cycle.nextTryAt,
          failure: cycle.lastFailure,
        }
      : null,
  };
}

/**
 * The context to pay in as the customer, signed in or through an emailed link. Use it only for payments of that
 * subscription. Throws NotFound.
 */
export async function payerContext(ctx: Context, access: CardAccess): Promise<{ payer: Context; id: string }> {
  const { id, clientId } = await subscriptionOfCard(ctx, access);
  if (!("link" in access)) return { payer: ctx, id };
  const payer = await contextOfUser(ctx, clientId);
  if (!payer) throw new NotFound();
  return { payer, id };
}
