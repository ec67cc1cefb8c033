import type Stripe from "stripe";
import { statementOf } from "./accounts";
import { type Call, idOf } from "./call";
import { newId } from "./ids";
import { pageOf } from "./store";
import type { Decline } from "./testCards";

/** Creates the charge of one try of a PaymentIntent. Emits charge.succeeded or charge.failed. */
export function makeCharge(
  call: Call,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline | undefined,
  authenticated: boolean,
): Stripe.Charge {
  const card = method.card!;
  const id = newId("ch");
  const charge: Stripe.Charge = {
    id,
    object: "charge",
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: decline ? null : newId("txn"),
    billing_details: method.billing_details,
    calculated_statement_descriptor: statementOf(intent.statement_descriptor_suffix),
    captured: !decline,
    created: call.now,
    currency: intent.currency,
    customer: idOf(intent.customer),
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      type: "card",
      card: {
        amount_authorized: decline ? null : intent.amount,
        authorization_code: decline ? null : "123456",
        brand: card.brand,
        checks: {
          address_line1_check: null,
          address_postal_code_check: null,
          cvc_check: decline?.code === "incorrect_cvc" ? "fail" : (card.checks?.cvc_check ?? null),
        },
        country: card.country,
        exp_month: card.exp_month,
        exp_year: card.exp_year,
        electronic_commerce_indicator: authenticated ? "05" : "07",
        fingerprint: card.fingerprint ?? null,
        funding: card.funding,
        installments: null,
        last4: card.last4,
        mandate: null,
        network: card.brand,
        network_token: { used: false },
        network_transaction_id: null,
        regulated_status: "unregulated",
        three_d_secure: authenticated ? threeDSecure : null,
        transaction_link_id: null,
        wallet: null,
      },
    },
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline ? "failed" : "succeeded",
    transfer_data: null,
    transfer_group: null,
  };
  call.store.insert(charge);
  call.emit(decline ? "charge.failed" : "charge.succeeded", charge);
  return charge;
}

/** charges.retrieve */
export function retrieveCharge(call: Call, id: string): Stripe.Charge {
  return call.store.get<Stripe.Charge>("charge", id, "charge");
}

/** charges.list, newest first */
export function listCharges(call: Call, params: Stripe.ChargeListParams) {
  const rows = call.store.all<Stripe.Charge>("charge", {
    customer: params.customer,
    payment_intent: params.payment_intent,
  });
  return pageOf(rows, params, "/v1/charges");
}

const threeDSecure = {
  authentication_flow: "challenge",
  electronic_commerce_indicator: "05",
  exemption_indicator: null,
  result: "authenticated",
  result_reason: null,
  transaction_id: "3f8c2d1e-0000-4000-8000-000000000000",
  version: "2.2.0",
} as const;

function outcomeOf(decline: Decline | undefined): Stripe.Charge.Outcome {
  return {
    advice_code: decline?.adviceCode ?? null,
    network_advice_code: null,
    network_decline_code: decline?.networkDeclineCode || null,
    network_status: decline ? "declined_by_network" : "approved_by_network",
    reason: decline ? (decline.declineCode ?? decline.code) : null,
    risk_level: "normal",
    risk_score: 10,
    seller_message: decline ? "The bank did not return any further details with this decline." : "Payment complete.",
    type: decline ? "issuer_declined" : "authorized",
  };
}
