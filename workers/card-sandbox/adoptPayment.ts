import type Stripe from "stripe";
import { type Call, idOf } from "./call";
import { retrieveCharge } from "./charges";
import { createCustomer } from "./customers";
import { openDispute } from "./disputes";
import type { Account } from "./keys";
import { createPaymentIntent } from "./paymentIntents";
import { attachPaymentMethod, attachTo, usableMethod } from "./paymentMethods";
import { createRefund } from "./refunds";

/** A payment made before this sandbox started, with its original ids. Amounts in cents, times in ms. */
export interface PastPayment {
  account: Account;
  id: string;
  chargeId: string;
  customerId: string;
  paymentMethodId: string;
  amount: number;
  createdAt: number;
  metadata: Record<string, string>;
  /** The test card (`pm_card_...`) stored under `paymentMethodId`. */
  card: string;
  /** False for an unpaid one. */
  paid: boolean;
  refunds: { id: string; amount: number; createdAt: number; metadata: Record<string, string> }[];
  /** A withdrawn amount whose dispute is still open. */
  dispute?: { id: string; movementId: string; createdAt: number } | null;
}

/**
 * Recreates a payment with its refunds and dispute under their ids, using a card that succeeds. The stored card may
 * be another one, which stopped working later.
 */
export function adoptPayment(call: Call, past: PastPayment): void {
  const { store } = call;
  if (store.findAny(past.id)) return;
  const ids = new Map<string, string>();
  const customer = store.findAny(past.customerId)?.id ?? createCustomer(call, {}).id;
  if (customer !== past.customerId) ids.set(customer, past.customerId);
  const isStored = past.paymentMethodId !== "" && store.findAny(past.paymentMethodId);
  const works = past.card === "pm_card_visa" && !isStored;
  const method = attachPaymentMethod(call, "pm_card_visa", { customer });
  if (past.paymentMethodId && !isStored)
    // Attached without asking its bank: it worked at that time.
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
