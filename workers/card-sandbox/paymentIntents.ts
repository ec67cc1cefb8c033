import type Stripe from "stripe";
import { assertStatement } from "./accounts";
import { type Call, idOf, mergeMetadata } from "./call";
import { invalidRequest, unexpectedState } from "./errors";
import { newClientSecret, newId } from "./ids";
import { confirmWithMethod } from "./paymentAttempt";
import { assertMethodFits, behaviourOf, methodOfParams } from "./paymentMethods";
import { pageOf } from "./store";

/** Private data of an intent: only the Checkout Session that owns it can cancel it. */
export interface IntentRemarks {
  session: string;
}

/** paymentIntents.create, confirmed immediately when `confirm` is true. Emits payment_intent.created. */
export function createPaymentIntent(
  call: Call,
  params: Stripe.PaymentIntentCreateParams,
  session?: string,
): Stripe.PaymentIntent {
  if (params.customer) call.store.get<Stripe.Customer>("customer", params.customer, "customer");
  assertTypes(params);
  assertStatement(params);
  if (!params.confirm) {
    for (const param of ["off_session", "error_on_requires_action", "return_url"] as const) {
      if (params[param] === undefined) continue;
      throw invalidRequest(
        `You can only pass \`${param}\` when creating a PaymentIntent with \`confirm\` set to true.`,
        { param },
      );
    }
  }
  const method = methodOfParams(call, params);
  if (method) assertMethodFits(call, method, params.customer ?? null, "PaymentIntent");
  const id = newId("pi");
  const intent: Stripe.PaymentIntent = {
    id,
    object: "payment_intent",
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount: params.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: params.allowed_payment_method_types
      ? null
      : { allow_redirects: params.automatic_payment_methods?.allow_redirects ?? "always", enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic",
    client_secret: newClientSecret(id),
    confirmation_method: "automatic",
    created: call.now,
    currency: params.currency,
    customer: params.customer ?? null,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: mergeMetadata({}, params.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: method?.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: "automatic" },
    },
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: params.receipt_email ?? null,
    review: null,
    setup_future_usage: params.setup_future_usage || null,
    shipping: null,
    source: null,
    statement_descriptor: params.statement_descriptor ?? null,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
    status: method ? "requires_confirmation" : "requires_payment_method",
    transfer_data: null,
    transfer_group: null,
  };
  call.store.insert(intent, session ? { session } : {});
  call.emit("payment_intent.created", intent);
  return params.confirm ? confirmPaymentIntent(call, id, params) : intent;
}

/** paymentIntents.retrieve */
export function retrievePaymentIntent(call: Call, id: string): Stripe.PaymentIntent {
  return call.store.get<Stripe.PaymentIntent>("payment_intent", id, "intent");
}

/** paymentIntents.list, newest first */
export function listPaymentIntents(call: Call, params: Stripe.PaymentIntentListParams) {
  return pageOf(
    call.store.all<Stripe.PaymentIntent>("payment_intent", { customer: params.customer }),
    params,
    "/v1/payment_intents",
  );
}

/** paymentIntents.update: amount and customer only before the money moved. */
export function updatePaymentIntent(
  call: Call,
  id: string,
  params: Stripe.PaymentIntentUpdateParams,
): Stripe.PaymentIntent {
  const intent = retrievePaymentIntent(call, id);
  const open = openStatuses.has(intent.status);
  const afterwards = new Set(["metadata", "description", "expand"]);
  const refused = open ? undefined : Object.keys(params).find((name) => !afterwards.has(name));
  if (refused) {
    throw unexpectedState(
      `This PaymentIntent's ${refused} could not be updated because it has a status of ${intent.status}. You may only update the ${refused} of a PaymentIntent with one of the following statuses: requires_payment_method, requires_confirmation, requires_action.`,
      { code: "payment_intent_unexpected_state", payment_intent: intent },
    );
  }
  if (params.customer) call.store.get<Stripe.Customer>("customer", params.customer, "customer");
  const method = methodOfParams(call, params);
  if (method) assertMethodFits(call, method, params.customer ?? idOf(intent.customer), "PaymentIntent");
  return call.store.save({
    ...intent,
    amount: params.amount ?? intent.amount,
    customer: params.customer ?? intent.customer,
    description: params.description ?? intent.description,
    receipt_email: params.receipt_email === undefined ? intent.receipt_email : params.receipt_email || null,
    setup_future_usage:
      params.setup_future_usage === undefined ? intent.setup_future_usage : params.setup_future_usage || null,
    metadata: mergeMetadata(intent.metadata, params.metadata),
    ...(method ? { payment_method: method.id, status: "requires_confirmation" as const, next_action: null } : {}),
    ...(open ? { last_payment_error: null } : {}),
  });
}

/**
 * paymentIntents.confirm: charges the card, or asks its cardholder. A refused card answers 402 with the intent back
 * in requires_payment_method; a finished intent answers 400 payment_intent_unexpected_state.
 */
export function confirmPaymentIntent(
  call: Call,
  id: string,
  params: Stripe.PaymentIntentConfirmParams,
): Stripe.PaymentIntent {
  const intent = retrievePaymentIntent(call, id);
  assertTypes(params);
  if (intent.status === "succeeded") {
    throw unexpectedState(
      "You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.",
      { code: "payment_intent_unexpected_state", payment_intent: intent },
    );
  }
  if (!openStatuses.has(intent.status)) {
    throw unexpectedState(
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`,
      { code: "payment_intent_unexpected_state", payment_intent: intent },
    );
  }
  const setupFutureUsage =
    params.setup_future_usage === undefined ? intent.setup_future_usage : params.setup_future_usage || null;
  if (params.off_session && setupFutureUsage) {
    throw invalidRequest(
      "You cannot confirm with `off_session=true` when `setup_future_usage` is also set on the PaymentIntent. The customer needs to be on-session to perform the steps which may be required to set up the PaymentMethod for future usage. Please confirm this PaymentIntent with your customer on-session.",
      { param: "off_session" },
    );
  }
  const attached = idOf(intent.payment_method);
  const method = methodOfParams(
    call,
    params.payment_method || params.payment_method_data ? params : { payment_method: attached },
  );
  if (!method) {
    throw unexpectedState(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      { code: "payment_intent_unexpected_state", payment_intent: intent },
    );
  }
  assertMethodFits(call, method, idOf(intent.customer), "PaymentIntent");
  const ready = call.store.save({
    ...intent,
    payment_method: method.id,
    setup_future_usage: setupFutureUsage,
    receipt_email: params.receipt_email || intent.receipt_email,
    last_payment_error: null,
    next_action: null,
    status: "requires_confirmation" as const,
  });
  return confirmWithMethod(call, ready, method, behaviourOf(call, method), {
    offSession: Boolean(params.off_session),
    errorOnRequiresAction: params.error_on_requires_action ?? false,
    returnUrl: params.return_url,
    useStripeSdk: params.use_stripe_sdk ?? false,
  });
}

/**
 * paymentIntents.cancel, refused (400) after success and for an intent of a Checkout Session. Emits
 * payment_intent.canceled.
 */
export function cancelPaymentIntent(
  call: Call,
  id: string,
  params: Stripe.PaymentIntentCancelParams,
): Stripe.PaymentIntent {
  const intent = retrievePaymentIntent(call, id);
  if (!openStatuses.has(intent.status)) {
    throw unexpectedState(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
      { code: "payment_intent_unexpected_state", payment_intent: intent },
    );
  }
  if (call.store.remarks<IntentRemarks>(id).session) {
    throw unexpectedState(
      "You cannot cancel this PaymentIntent because it belongs to a Checkout Session. Expire the Checkout Session instead.",
      { code: "payment_intent_unexpected_state", payment_intent: intent },
    );
  }
  return endPaymentIntent(call, intent, params.cancellation_reason ?? null);
}

/** Cancels regardless of the intent's owner. Emits payment_intent.canceled. */
export function endPaymentIntent(
  call: Call,
  intent: Stripe.PaymentIntent,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): Stripe.PaymentIntent {
  const canceled = call.store.save({
    ...intent,
    status: "canceled" as const,
    canceled_at: call.now,
    cancellation_reason: reason,
    next_action: null,
  });
  call.emit("payment_intent.canceled", canceled);
  return canceled;
}

const openStatuses = new Set<Stripe.PaymentIntent.Status>([
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
]);

function assertTypes(params: { allowed_payment_method_types?: string[]; automatic_payment_methods?: unknown }): void {
  const { allowed_payment_method_types: allowed } = params;
  if (!allowed) return;
  if (params.automatic_payment_methods) {
    throw invalidRequest(
      "You may only specify one of these parameters: allowed_payment_method_types, automatic_payment_methods.",
      { code: "parameters_exclusive", param: "allowed_payment_method_types" },
    );
  }
  if (!allowed.includes("card")) {
    throw invalidRequest("None of the payment method types you allow is active on this account.", {
      code: "payment_intent_invalid_parameter",
      param: "allowed_payment_method_types",
    });
  }
}
