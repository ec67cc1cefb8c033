import type Stripe from "stripe";
import { type Call, idOf } from "./call";
import { newId } from "./ids";
import { pageOf, type Store } from "./store";

/** The provider's price of a charge: 2.9 % and 30 cents. Cents. */
export const chargeFee = (amount: number) => Math.round(amount * 0.029) + 30;

interface Movement {
  id: string;
  amount: number;
  fee: number;
  feeText?: string;
  source: string;
  created: number;
  type: Stripe.BalanceTransaction["type"];
  reportingCategory: string;
  description: string | null;
}

const transactionOf = (moved: Movement): Stripe.BalanceTransaction => ({
  id: moved.id,
  object: "balance_transaction",
  amount: moved.amount,
  available_on: moved.created,
  balance_type: "payments",
  created: moved.created,
  currency: "usd",
  description: moved.description,
  exchange_rate: null,
  fee: moved.fee,
  fee_details: moved.fee
    ? [
        {
          amount: moved.fee,
          application: null,
          currency: "usd",
          description: "Stripe processing fees",
          type: "stripe_fee",
        },
      ]
    : [],
  net: moved.amount - moved.fee,
  reporting_category: moved.reportingCategory,
  source: moved.source,
  status: "available",
  type: moved.type,
});

/** When a refund failed at its bank, in seconds. */
export interface RefundRemarks {
  failedAt: number;
}

/** All movements of an account, newest first: derived from its objects, so those of an older state count too. */
export function balanceOf(store: Store): Stripe.BalanceTransaction[] {
  const charges = store
    .all<Stripe.Charge>("charge")
    .filter(({ status }) => status === "succeeded")
    .map(({ id, amount, created, description, balance_transaction }) =>
      transactionOf({
        id: idOf(balance_transaction) ?? `txn_${id}`,
        amount,
        fee: chargeFee(amount),
        source: id,
        created,
        description,
        type: "charge",
        reportingCategory: "charge",
      }),
    );
  const refunds = store.all<Stripe.Refund>("refund").flatMap((refund) => {
    const { id, amount, created, balance_transaction, failure_balance_transaction } = refund;
    const common = { fee: 0, source: id, description: "REFUND FOR CHARGE" };
    const made = transactionOf({
      id: idOf(balance_transaction) ?? `txn_${id}`,
      amount: -amount,
      created,
      type: "refund",
      reportingCategory: "refund",
      ...common,
    });
    const failed = idOf(failure_balance_transaction);
    if (!failed) return [made];
    const { failedAt = created } = store.remarks<RefundRemarks>(id);
    return [
      transactionOf({
        id: failed,
        amount,
        created: failedAt,
        type: "refund_failure",
        reportingCategory: "refund_failure",
        ...common,
      }),
      made,
    ];
  });
  const disputes = store.all<Stripe.Dispute>("dispute").flatMap(({ balance_transactions }) => balance_transactions);
  const payouts = store.all<Stripe.Payout>("payout").map(({ id, amount, created, balance_transaction }) =>
    transactionOf({
      id: idOf(balance_transaction) ?? `txn_${id}`,
      amount: -amount,
      fee: 0,
      source: id,
      created,
      type: "payout",
      reportingCategory: "payout",
      description: "STRIPE PAYOUT",
    }),
  );
  return [...charges, ...refunds, ...disputes, ...payouts].sort((a, b) => b.created - a.created);
}

/** balanceTransactions.list, newest first, by `type`, `source` or `created` */
export function listBalanceTransactions(call: Call, params: Stripe.BalanceTransactionListParams) {
  const rows = balanceOf(call.store).filter(
    ({ type, source }) =>
      (params.type === undefined || type === params.type) && (params.source === undefined || source === params.source),
  );
  return pageOf(rows, params, "/v1/balance_transactions");
}

/** Pays the whole balance out to the agency's bank. Returns the payout's id, or null when there is nothing to pay. */
export function payOut(call: Call): string | null {
  const amount = balanceOf(call.store).reduce((sum, { net }) => sum + net, 0);
  if (amount <= 0) return null;
  const payout = { id: newId("po"), object: "payout", amount, created: call.now, balance_transaction: newId("txn") };
  return call.store.insert(payout).id;
}
