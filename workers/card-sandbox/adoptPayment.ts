import type Stripe from "stripe";
import { type Call, idOf } from "./call";
import { retrieveCharge } from "./charges";
import { createCustomer } from "./customers";
import { openDispute } from "./disputes";
import type { Account } from "./keys";
import { createPaymentIntent } from "./paymentIntents";
import { attachPaymentMethod, attachTo, usableMethod } from "./paymentMethods";
import { createRefund } from "./refunds";

/** A payment that was made before this sandbox began, under the ids it is known by. Amounts in cents, times in ms. */
export interface PastPayment {
  account: Account;
  id: string;
  chargeId: string;
  customerId: string;
  paymentMethodId: string;
  amount: number;
  createdAt: number;
  metadata: Record<string, string>;
  /** The test card (`pm_card_...`) that is kept under `paymentMethodId`. */
  card: string;
  /** False for one that waits to be paid. */
  paid: boolean;
  refunds: { id: string; amount: number; createdAt: number; metadata: Record<string, string> }[];
  /** One whose amount was withdrawn, and which is still open. */
  dispute?: { id: string; movementId: string; createdAt: number } | null;
}

/**
 * Makes the payment, its refunds and its dispute as they were then, with the card that always works, and gives them their
 * ids. The card that is kept for later may be another one: it stopped working since.
 */
export function adoptPayment(call: Call, past: PastPayment): void {
  const { store } = call;
  if (store.findAny(past.id)) return;
  const ids = new Map<string, string>();
  const customer = store.findAny(past.customerId)?.id ?? createCustomer(call, {}).id;
  if (customer !== past.customerId) ids.set(customer, past.customerId);
  const known = past.paymentMethodId !== "" && store.findAny(past.paymentMethodId);
  const works = past.card === "pm_card_visa" && !known;
  const method = attachPaymentMethod(call, "pm_card_visa", { customer });
  if (past.paymentMethodId && !known)
    // Without asking its bank: it was given when it still worked.
    ids.set(works ? method.id : attachTo(call, usableMethod(call, past.card), customer).id, past.paymentMethodId);
  const intent = createPaymentIntent(call, {
    amount: past.amount,
    currency: "usd",
    customer,
    ...(past.paid ? { payment_method: method.id, confirm: true } : {}),
    allowed_payment_method_types: ["card"],
    metadata: past.metadata,
  } as Stripe.PaymentIntentCreateParams);
  ids.set(intent.id, past.id);
  if (past.paid) ids.set(idOf(intent.latest_charge) ?? "", past.chargeId);
  for (const { id, amount, createdAt, metadata } of past.refunds) {
    const then = { ...call, nowMs: createdAt, now: Math.floor(createdAt / 1000) };
    ids.set(createRefund(then, { payment_intent: intent.id, amount, metadata }).id, id);
  }
  if (past.dispute) {
    const { id, movementId, createdAt } = past.dispute;
    const then = { ...call, nowMs: createdAt, now: Math.floor(createdAt / 1000) };
    const dispute = openDispute(then, retrieveCharge(call, idOf(intent.latest_charge) ?? ""));
    ids.set(dispute.id, id);
    ids.set(dispute.balance_transactions[0]?.id ?? "", movementId);
  }
  store.rename(ids);
}
