import type Stripe from "stripe";
import { type Call, idOf } from "./call";
import { createCustomer } from "./customers";
import type { Account } from "./keys";
import { createPaymentIntent } from "./paymentIntents";
import { attachTo, createPaymentMethod } from "./paymentMethods";
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
  refunds: { id: string; amount: number; createdAt: number; metadata: Record<string, string> }[];
}

/** Makes the payment and its refunds as they were then, with the card that always works, and gives them their ids. */
export function adoptPayment(call: Call, past: PastPayment): void {
  const { store } = call;
  if (store.findAny(past.id)) return;
  const ids = new Map<string, string>();
  const customer = store.findAny(past.customerId)?.id ?? createCustomer(call, {}).id;
  if (customer !== past.customerId) ids.set(customer, past.customerId);
  const card = { number: "4242424242424242", exp_month: 12, exp_year: new Date(past.createdAt).getUTCFullYear() + 10 };
  const method = createPaymentMethod(call, { type: "card", card });
  ids.set(attachTo(call, method, customer).id, past.paymentMethodId);
  const intent = createPaymentIntent(call, {
    amount: past.amount,
    currency: "usd",
    customer,
    payment_method: method.id,
    confirm: true,
    allowed_payment_method_types: ["card"],
    metadata: past.metadata,
  } as Stripe.PaymentIntentCreateParams);
  ids.set(intent.id, past.id).set(idOf(intent.latest_charge) ?? "", past.chargeId);
  for (const { id, amount, createdAt, metadata } of past.refunds) {
    const then = { ...call, nowMs: createdAt, now: Math.floor(createdAt / 1000) };
    ids.set(createRefund(then, { payment_intent: intent.id, amount, metadata }).id, id);
  }
  store.rename(ids);
}
