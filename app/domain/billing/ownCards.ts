import { and, asc, eq, ne } from "drizzle-orm";
import { subscriptions } from "~db/schema";
import { authorize } from "../access";
import { actorId, type Context } from "../context";
import { SavedCardGone, savedCardsOf } from "../payments/savedCards";
import { type PaymentAccount, paymentAccounts, type SavedCard } from "../ports/payments";

/** A saved card with the running subscriptions that it pays. */
export interface OwnCard extends SavedCard {
  account: PaymentAccount;
  subscriptions: { id: string; serviceName: string }[];
}

/** The caller's cards in both payment accounts, newest first in each. Throws PaymentsUnavailable. */
export async function ownCards(ctx: Context): Promise<OwnCard[]> {
  authorize(ctx, "checkout.cards");
  const clientId = actorId(ctx);
  const [running, ...lists] = await Promise.all([
    ctx.db
      .select({
        id: subscriptions.id,
        serviceName: subscriptions.serviceName,
        account: subscriptions.account,
        cardId: subscriptions.paymentMethodId,
      })
      .from(subscriptions)
      .where(and(eq(subscriptions.clientId, clientId), ne(subscriptions.status, "Cancelled")))
      .orderBy(asc(subscriptions.createdAt), asc(subscriptions.id)),
    ...paymentAccounts.map((account) => savedCardsOf(ctx, clientId, account)),
  ]);
  return paymentAccounts.flatMap((account, index) =>
    (lists[index] ?? []).map((card) => ({
      ...card,
      account,
      subscriptions: running
        .filter((one) => one.account === account && [card.id, ...card.sameCards].includes(one.cardId ?? ""))
        .map(({ id, serviceName }) => ({ id, serviceName })),
    })),
  );
}

/** One of the caller's cards. Throws SavedCardGone for any other id, and PaymentsUnavailable. */
export async function ownCard(ctx: Context, cardId: string): Promise<OwnCard> {
  const card = (await ownCards(ctx)).find(({ id }) => id === cardId);
  if (!card) throw new SavedCardGone();
  return card;
}
