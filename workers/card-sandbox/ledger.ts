import type Stripe from "stripe";
import { chargeFee } from "./balance";
import { idOf } from "./call";
import type { Account } from "./keys";
import type { Store } from "./store";

/** A movement of money, a refused try, or a dispute. Amounts and fees in cents, `created` in seconds. */
export interface LedgerEntry {
  kind: "charge" | "refund" | "dispute" | "payout";
  account: Account;
  id: string;
  customer: string | null;
  paymentIntent: string | null;
  amount: number;
  fee: number;
  status: string | null;
  metadata: Record<string, string>;
  created: number;
}

/** All charges, refunds, disputes and payouts of one account, oldest first. */
export function ledgerOf(account: Account, store: Store): LedgerEntry[] {
  const charges = store.all<Stripe.Charge>("charge").map(
    (charge): LedgerEntry => ({
      kind: "charge",
      account,
      id: charge.id,
      customer: idOf(charge.customer),
      paymentIntent: idOf(charge.payment_intent),
      amount: charge.amount,
      fee: charge.status === "succeeded" ? chargeFee(charge.amount) : 0,
      status: charge.status,
      metadata: charge.metadata,
      created: charge.created,
    }),
  );
  const refunds = store.all<Stripe.Refund>("refund").map(
    (refund): LedgerEntry => ({
      kind: "refund",
      account,
      id: refund.id,
      customer: idOf(refund.customer),
      paymentIntent: idOf(refund.payment_intent),
      amount: refund.amount,
      fee: 0,
      status: refund.status,
      metadata: refund.metadata ?? {},
      created: refund.created,
    }),
  );
  const disputes = store.all<Stripe.Dispute>("dispute").map(
    (dispute): LedgerEntry => ({
      kind: "dispute",
      account,
      id: dispute.id,
      customer: store.find<Stripe.Charge>("charge", idOf(dispute.charge) ?? "")?.customer?.toString() ?? null,
      paymentIntent: idOf(dispute.payment_intent),
      amount: dispute.amount,
      fee: dispute.balance_transactions.reduce((sum, { fee }) => sum + fee, 0),
      status: dispute.status,
      metadata: dispute.metadata,
      created: dispute.created,
    }),
  );
  const payouts = store.all<Stripe.Payout>("payout").map(
    ({ id, amount, created }): LedgerEntry => ({
      kind: "payout",
      account,
      id,
      amount,
      fee: 0,
      created,
      status: "paid",
      metadata: {},
      customer: null,
      paymentIntent: null,
    }),
  );
  return [...charges.reverse(), ...refunds.reverse(), ...disputes.reverse(), ...payouts.reverse()].sort(
    (a, b) => a.created - b.created,
  );
}
