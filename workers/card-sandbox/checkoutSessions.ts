import type Stripe from "stripe";
import { assertStatement } from "./accounts";
import { type Call, idOf, mergeMetadata } from "./call";
import { invalidRequest, noSuch, unexpectedState } from "./errors";
import { newId } from "./ids";
import { lineItemsOf } from "./lineItems";
import { endPaymentIntent, retrievePaymentIntent } from "./paymentIntents";
import { endSetupIntent, retrieveSetupIntent } from "./setupIntents";
import { pageOf } from "./store";

/** Data of the hosted page that the session does not expose. */
export interface SessionRemarks {
  paymentIntentData: Stripe.Checkout.SessionCreateParams.PaymentIntentData;
  setupIntentData: Stripe.Checkout.SessionCreateParams.SetupIntentData;
  lineItems: Stripe.LineItem[];
}

/** checkout.sessions.create, payment and setup mode. The intent is created when the cardholder pays, as at Stripe. */
export function createCheckoutSession(
  call: Call,
  params: Stripe.Checkout.SessionCreateParams,
): Stripe.Checkout.Session {
  const customer = params.customer
    ? call.store.get<Stripe.Customer>("customer", params.customer, "customer")
    : undefined;
  if (params.mode === "subscription")
    throw invalidRequest("Subscriptions are not part of this sandbox.", { param: "mode" });
  if (params.mode === "payment" && !params.line_items?.length) {
    throw invalidRequest("You must pass `line_items` in `payment` mode.", {
      code: "parameter_missing",
      param: "line_items",
    });
  }
  if (params.mode === "setup" && params.line_items)
    throw invalidRequest("You can not pass `line_items` in `setup` mode.", { param: "line_items" });
  if (params.mode === "setup" && !params.currency)
    throw invalidRequest("You must pass `currency` in `setup` mode.", { code: "parameter_missing", param: "currency" });
  const expiresAt = params.expires_at ?? call.now + 24 * 3600;
  if (expiresAt < call.now + 30 * 60 - 5) {
    throw invalidRequest("The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.", {
      param: "expires_at",
    });
  }
  if (expiresAt > call.now + 24 * 3600 + 5) {
    throw invalidRequest("The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.", {
      param: "expires_at",
    });
  }
  assertStatement(params.payment_intent_data ?? {});
  const lineItems = params.mode === "payment" ? lineItemsOf(call, params.line_items ?? []) : [];
  const total = params.mode === "payment" ? lineItems.reduce((sum, item) => sum + item.amount_total, 0) : null;
  if (total !== null && total < 50) {
    throw invalidRequest("The Checkout Session's total amount due must add up to at least $0.50 usd", {
      code: "amount_too_small",
    });
  }
  const id = newId("cs_test");
  const session: Stripe.Checkout.Session = {
    id,
    object: "checkout.session",
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: call.now,
    currency: params.mode === "payment" ? "usd" : (params.currency ?? null),
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer: customer?.id ?? null,
    customer_account: null,
    customer_creation: params.mode === "payment" && !customer ? (params.customer_creation ?? "if_required") : null,
    customer_details: customer ? detailsOf(customer.email, customer.name ?? null) : null,
    customer_email: params.customer_email ?? null,
    discounts: null,
    expires_at: expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: mergeMetadata({}, params.metadata),
    mode: params.mode ?? "payment",
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: "always",
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: "automatic" } },
    payment_method_types: ["card"],
    payment_status: params.mode === "setup" ? "no_payment_required" : "unpaid",
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: null,
    subscription: null,
    success_url: params.success_url ?? null,
    total_details: total === null ? null : { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: `${call.siteUrl}/__stripe/pay/${id}`,
    wallet_options: null,
  };
  const remarks: SessionRemarks = {
    lineItems,
    paymentIntentData: params.payment_intent_data ?? {},
    setupIntentData: params.setup_intent_data ?? {},
  };
  return call.store.insert(session, remarks);
}

/** checkout.sessions.retrieve. A session past its `expires_at` has expired. */
export function retrieveCheckoutSession(call: Call, id: string): Stripe.Checkout.Session {
  const session = call.store.find<Stripe.Checkout.Session>("checkout.session", id);
  if (!session) throw noSuch("checkout.session", id, "session");
  return session.status === "open" && session.expires_at <= call.now ? endSession(call, session) : session;
}

/** checkout.sessions.list, newest first */
export function listCheckoutSessions(call: Call, params: Stripe.Checkout.SessionListParams) {
  const rows = call.store.all<Stripe.Checkout.Session>("checkout.session", {
    customer: params.customer,
    payment_intent: params.payment_intent,
    status: params.status,
  });
  return pageOf(
    rows.map((row) => retrieveCheckoutSession(call, row.id)),
    params,
    "/v1/checkout/sessions",
  );
}

/** checkout.sessions.expire: only while open (else 400). Emits checkout.session.expired and cancels its intent. */
export function expireCheckoutSession(call: Call, id: string): Stripe.Checkout.Session {
  const session = retrieveCheckoutSession(call, id);
  if (session.status !== "open") {
    throw unexpectedState(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
      {},
    );
  }
  return endSession(call, session);
}

/** Completes the session with its succeeded intent. Emits checkout.session.completed. */
export function completeSession(
  call: Call,
  session: Stripe.Checkout.Session,
  email: string | null,
  name: string | null,
): Stripe.Checkout.Session {
  const complete = call.store.save({
    ...session,
    status: "complete" as const,
    payment_status: session.mode === "setup" ? ("no_payment_required" as const) : ("paid" as const),
    customer_details: detailsOf(email ?? session.customer_details?.email ?? session.customer_email, name),
    url: null,
  });
  call.emit("checkout.session.completed", complete);
  return complete;
}

function endSession(call: Call, session: Stripe.Checkout.Session): Stripe.Checkout.Session {
  const paymentIntent = idOf(session.payment_intent);
  const setupIntent = idOf(session.setup_intent);
  if (paymentIntent) endPaymentIntent(call, retrievePaymentIntent(call, paymentIntent), "expired");
  if (setupIntent) endSetupIntent(call, retrieveSetupIntent(call, setupIntent), "abandoned");
  const expired = call.store.save({ ...session, status: "expired" as const, url: null });
  call.emit("checkout.session.expired", expired);
  return expired;
}

function detailsOf(email: string | null, name: string | null): Stripe.Checkout.Session.CustomerDetails {
  return {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name,
    phone: null,
    tax_exempt: "none",
    tax_ids: [],
  };
}
