import type Stripe from "stripe";
import type { BalanceCategory } from "~/domain/balanceCategories";
import { MAX_LISTED_PAYMENTS, type Payments, type ProviderBalanceTransaction } from "~/domain/ports/payments";
import { ask } from "../stripeErrors.server";
import { expectKind, idOf } from "../stripeStates.server";
import { type ClientOf, MAX_LISTED, secondsBetween } from "./client.server";

export const balanceCalls = (client: ClientOf): Pick<Payments, "listBalanceTransactions"> => ({
  listBalanceTransactions: (account, from, until) =>
    ask(async () => {
      const params: Stripe.BalanceTransactionListParams = {
        created: secondsBetween(from, until),
        // Its payment, by which the portal knows it.
        expand: ["data.source"],
        limit: 100,
      };
      const limit = until - from > 1000 ? MAX_LISTED_PAYMENTS + 1 : MAX_LISTED;
      const listed = await client(account).balanceTransactions.list(params).autoPagingToArray({ limit });
      return listed.length > MAX_LISTED_PAYMENTS && limit < MAX_LISTED
        ? null
        : listed.map(balanceTransaction).reverse();
    }),
});

/** Maps a BalanceTransaction. Cents. */
function balanceTransaction(answer: Stripe.BalanceTransaction): ProviderBalanceTransaction {
  const moved = expectKind(answer, "balance_transaction");
  const { source } = moved;
  return {
    id: moved.id,
    category: categoryOf(moved),
    amount: moved.amount,
    fee: moved.fee,
    net: moved.net,
    currency: moved.currency,
    sourceId: idOf(source),
    paymentIntentId:
      source && typeof source === "object" && "payment_intent" in source ? idOf(source.payment_intent) : null,
    createdAt: moved.created * 1000,
  };
}

/** By the provider's reporting categories, which new types join. */
function categoryOf({ type, reporting_category }: Stripe.BalanceTransaction): BalanceCategory {
  if (type === "charge" || type === "payment") return "sale";
  if (/refund/.test(type) || /refund/.test(reporting_category)) return "refund";
  if (/dispute/.test(reporting_category)) return "dispute";
  if (/^payout/.test(reporting_category)) return "payout";
  if (/fee/.test(reporting_category) || type === "stripe_fee" || type === "tax_fee") return "fee";
  return "other";
}
