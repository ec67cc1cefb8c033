import type Stripe from "stripe";
import { type Call, idOf, mergeMetadata } from "./call";
import { invalidRequest, unexpectedState } from "./errors";
import { newClientSecret, newId } from "./ids";
import type { IntentRemarks } from "./paymentIntents";
import { assertMethodFits, behaviourOf, methodOfParams } from "./paymentMethods";
import { setUpWithMethod } from "./setupAttempt";

/** setupIntents.create, confirmed immediately when `confirm` is true. Emits setup_intent.created. */
export function createSetupIntent(
  call: Call,
  params: Stripe.SetupIntentCreateParams,
  session?: string,
): Stripe.SetupIntent {
  if (params.customer) call.store.get<Stripe.Customer>("customer", params.customer, "customer");
  if (params.return_url && !params.confirm) {
    throw invalidRequest("You can only pass `return_url` when creating a SetupIntent with `confirm` set to true.", {
      param: "return_url",
    });
  }
  const method = methodOfParams(call, params);
  if (method) assertMethodFits(call, method, params.customer ?? null, "SetupIntent");
  const id = newId("seti");
  const intent: Stripe.SetupIntent = {
    id,
    object: "setup_intent",
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    application: null,
    automatic_payment_methods: params.allowed_payment_method_types
      ? null
      : { allow_redirects: "always", enabled: true },
    cancellation_reason: null,
    client_secret: newClientSecret(id),
    created: call.now,
    customer: params.customer ?? null,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: mergeMetadata({}, params.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: method?.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: "automatic" } },
    payment_method_types: ["card"],
    single_use_mandate: null,
    status: method ? "requires_confirmation" : "requires_payment_method",
    usage: params.usage ?? "off_session",
  };
  call.store.insert(intent, session ? { session } : {});
  call.emit("setup_intent.created", intent);
  return params.confirm ? confirmSetupIntent(call, id, params) : intent;
}

/** setupIntents.retrieve */
export function retrieveSetupIntent(call: Call, id: string): Stripe.SetupIntent {
  return call.store.get<Stripe.SetupIntent>("setup_intent", id, "intent");
}

/** setupIntents.confirm: saves the card to the customer, or asks its cardholder; 402 when the card is refused. */
export function confirmSetupIntent(
  call: Call,
  id: string,
  params: Stripe.SetupIntentConfirmParams,
): Stripe.SetupIntent {
  const intent = retrieveSetupIntent(call, id);
  if (!openStatuses.has(intent.status)) {
    throw unexpectedState(
      `You cannot confirm this SetupIntent because it has already ${intent.status === "succeeded" ? "succeeded" : `a status of ${intent.status}`}.`,
      { code: "setup_intent_unexpected_state", setup_intent: intent },
    );
  }
  const attached = idOf(intent.payment_method);
  const method = methodOfParams(
    call,
    params.payment_method || params.payment_method_data ? params : { payment_method: attached },
  );
  if (!method) {
    throw unexpectedState(
      "You cannot confirm this SetupIntent because it's missing a payment method. Update the SetupIntent with a payment method and then confirm it again.",
      { code: "setup_intent_unexpected_state", setup_intent: intent },
    );
  }
  assertMethodFits(call, method, idOf(intent.customer), "SetupIntent");
  const ready = call.store.save({
    ...intent,
    payment_method: method.id,
    last_setup_error: null,
    next_action: null,
    status: "requires_confirmation" as const,
  });
  return setUpWithMethod(call, ready, method, behaviourOf(call, method), {
    returnUrl: params.return_url,
    useStripeSdk: params.use_stripe_sdk ?? false,
  });
}

/**
 * setupIntents.cancel, refused (400) after success and for an intent of a Checkout Session. Emits
 * setup_intent.canceled.
 */
export function cancelSetupIntent(call: Call, id: string, params: Stripe.SetupIntentCancelParams): Stripe.SetupIntent {
  const intent = retrieveSetupIntent(call, id);
  if (!openStatuses.has(intent.status) || call.store.remarks<IntentRemarks>(id).session) {
    throw unexpectedState(
      `You cannot cancel this SetupIntent because it has a status of ${intent.status}. Only a SetupIntent with one of the following statuses may be canceled: requires_payment_method, requires_confirmation, requires_action.`,
      { code: "setup_intent_unexpected_state", setup_intent: intent },
    );
  }
  return endSetupIntent(call, intent, params.cancellation_reason ?? null);
}

/** Cancels regardless of the intent's owner. Emits setup_intent.canceled. */
export function endSetupIntent(
  call: Call,
  intent: Stripe.SetupIntent,
  reason: Stripe.SetupIntent.CancellationReason | null,
): Stripe.SetupIntent {
  const canceled = call.store.save({
    ...intent,
    status: "canceled" as const,
    cancellation_reason: reason,
    next_action: null,
  });
  call.emit("setup_intent.canceled", canceled);
  return canceled;
}

const openStatuses = new Set<Stripe.SetupIntent.Status>([
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
]);
