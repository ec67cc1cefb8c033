import type Stripe from "stripe";
import { type Call, idOf } from "./call";
import { completeSession, retrieveCheckoutSession, type SessionRemarks } from "./checkoutSessions";
import { createCustomer } from "./customers";
import { unexpectedState } from "./errors";
import { confirmPaymentIntent, createPaymentIntent, retrievePaymentIntent } from "./paymentIntents";
import { createPaymentMethod } from "./paymentMethods";
import { confirmSetupIntent, createSetupIntent, retrieveSetupIntent } from "./setupIntents";

/** The cardholder's input on the hosted page. */
export interface TypedCard {
  number: string;
  expMonth: number;
  expYear: number;
  cvc: string;
  name: string;
  email: string;
}

/**
 * Pays (or saves the card for) an open session. Throws the card's refusal (402) and leaves the session open. Returns
 * a complete session, or an open one whose intent waits for its cardholder.
 */
export function payOnHostedPage(call: Call, id: string, typed: TypedCard): Stripe.Checkout.Session {
  const session = retrieveCheckoutSession(call, id);
  if (session.status !== "open")
    throw unexpectedState(`This Checkout Session has a status of \`${session.status}\`.`, {});
  const method = createPaymentMethod(call, {
    type: "card",
    card: { number: typed.number, exp_month: typed.expMonth, exp_year: typed.expYear, cvc: typed.cvc },
    billing_details: { name: typed.name || undefined, email: typed.email || undefined },
  } as Stripe.PaymentMethodCreateParams);
  const owned = withIntent(call, withCustomer(call, session, typed));
  const returnUrl = owned.success_url ?? undefined;
  if (owned.mode === "setup")
    confirmSetupIntent(call, idOf(owned.setup_intent)!, { payment_method: method.id, return_url: returnUrl });
  else confirmPaymentIntent(call, idOf(owned.payment_intent)!, { payment_method: method.id, return_url: returnUrl });
  return finishSession(call, id);
}

/** Completes an open session whose intent has succeeded. */
export function finishSession(call: Call, id: string): Stripe.Checkout.Session {
  const session = retrieveCheckoutSession(call, id);
  const intent = intentOfSession(call, session);
  if (session.status !== "open" || intent?.status !== "succeeded") return session;
  const method = call.store.find<Stripe.PaymentMethod>("payment_method", idOf(intent.payment_method) ?? "");
  return completeSession(call, session, method?.billing_details.email ?? null, method?.billing_details.name ?? null);
}

/** The intent that the cardholder's first try created. */
export function intentOfSession(
  call: Call,
  session: Stripe.Checkout.Session,
): Stripe.PaymentIntent | Stripe.SetupIntent | undefined {
  if (session.payment_intent) return retrievePaymentIntent(call, idOf(session.payment_intent)!);
  if (session.setup_intent) return retrieveSetupIntent(call, idOf(session.setup_intent)!);
  return undefined;
}

function withCustomer(call: Call, session: Stripe.Checkout.Session, typed: TypedCard): Stripe.Checkout.Session {
  const { paymentIntentData } = call.store.remarks<SessionRemarks>(session.id);
  const wanted = session.customer_creation === "always" || Boolean(paymentIntentData?.setup_future_usage);
  if (session.customer || session.mode !== "payment" || !wanted) return session;
  const customer = createCustomer(call, {
    email: typed.email || session.customer_email || undefined,
    name: typed.name || undefined,
  });
  return call.store.save({ ...session, customer: customer.id });
}

function withIntent(call: Call, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  if (session.payment_intent || session.setup_intent) return session;
  const { paymentIntentData: forPayment = {}, setupIntentData: forSetup = {} } = call.store.remarks<SessionRemarks>(
    session.id,
  );
  const customer = idOf(session.customer) ?? undefined;
  const types = { allowed_payment_method_types: ["card" as const] };
  if (session.mode === "setup") {
    const { metadata, description } = forSetup;
    const intent = createSetupIntent(call, { ...types, customer, metadata, description }, session.id);
    return call.store.save({ ...session, setup_intent: intent.id });
  }
  const {
    metadata,
    description,
    setup_future_usage,
    receipt_email,
    statement_descriptor,
    statement_descriptor_suffix,
  } = forPayment;
  const details = {
    metadata,
    description,
    setup_future_usage,
    receipt_email,
    statement_descriptor,
    statement_descriptor_suffix,
  };
  const intent = createPaymentIntent(
    call,
    { ...types, ...details, amount: session.amount_total ?? 0, currency: "usd", customer },
    session.id,
  );
  return call.store.save({ ...session, payment_intent: intent.id });
}
