import type Stripe from "stripe";
import { type Call, idOf } from "./call";
import { makeCharge } from "./charges";
import { openDispute } from "./disputes";
import { type ApiError, cardFailure } from "./errors";
import { nextActionOf } from "./nextAction";
import { attachTo, behaviourOf, errorOf, type MethodRemarks, retrievePaymentMethod } from "./paymentMethods";
import { authenticationRequired, type Decline } from "./testCards";

export interface ConfirmOptions {
  offSession: boolean;
  errorOnRequiresAction: boolean;
  returnUrl?: string;
  useStripeSdk: boolean;
}

/** One try of an intent with a card: charged, refused (402), or waiting for its cardholder (requires_action). */
export function confirmWithMethod(
  call: Call,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  remarks: MethodRemarks,
  options: ConfirmOptions,
): Stripe.PaymentIntent {
  const { card, setUp } = remarks;
  const asks =
    card.authentication === "always" || (card.authentication === "until_set_up" && !(options.offSession && setUp));
  if (!asks) return charge(call, intent, method, remarks, false);
  if (options.offSession) return refuse(call, intent, method, authenticationRequired);
  if (options.errorOnRequiresAction) {
    const error = {
      code: "authentication_required",
      decline_code: "authentication_required",
      message: "This payment required an authentication action to complete, but `error_on_requires_action` was set.",
    };
    throw failed(call, intent, method, error, undefined);
  }
  const waiting = call.store.save({
    ...intent,
    status: "requires_action" as const,
    next_action: nextActionOf(call, intent, options),
  });
  call.emit("payment_intent.requires_action", waiting);
  return waiting;
}

/** Continues after the cardholder's 3-D Secure answer: charged, refused, or asking for another card. */
export function continueAfterAuthentication(
  call: Call,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  remarks: MethodRemarks,
  passed: boolean,
): Stripe.PaymentIntent {
  if (passed) return charge(call, intent, method, remarks, true);
  const error: ApiError = {
    type: "invalid_request_error",
    code: "payment_intent_authentication_failure",
    doc_url: "https://docs.stripe.com/error-codes/payment-intent-authentication-failure",
    message:
      "The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.",
  };
  const after = backToStart(call, intent, method, error, null);
  call.emit("payment_intent.payment_failed", after);
  return after;
}

/** The bank's late answer to a processing intent: charged, or refused and back to requires_payment_method. */
export function settleProcessing(call: Call, id: string): Stripe.PaymentIntent {
  const intent = call.store.get<Stripe.PaymentIntent>("payment_intent", id);
  const method = retrievePaymentMethod(call, idOf(intent.payment_method) ?? "");
  const { authenticated = false } = call.store.remarks<{ authenticated: boolean }>(id);
  return charge(call, { ...intent, processing: null }, method, behaviourOf(call, method), authenticated);
}

function charge(
  call: Call,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  remarks: MethodRemarks,
  authenticated: boolean,
): Stripe.PaymentIntent {
  const { card } = remarks;
  if (call.bankIsSlow) {
    call.store.remark(intent.id, { authenticated });
    const processing = {
      ...intent,
      status: "processing" as const,
      processing: { type: "card" as const },
      next_action: null,
    };
    call.emit("payment_intent.processing", call.store.save(processing));
    return processing;
  }
  const decline = card.decline ?? card.chargeDecline ?? (authenticated ? card.declineAfterAuthentication : undefined);
  if (decline) return refuse(call, intent, method, decline, authenticated);
  const charged = makeCharge(call, intent, method, undefined, authenticated);
  const customer = idOf(intent.customer);
  if (intent.setup_future_usage && customer) {
    attachTo(call, method, customer);
    // A card set up now for later use does not ask again off session.
    if (intent.setup_future_usage === "off_session") call.store.remark(method.id, { setUp: true });
  } else if (!method.customer) {
    call.store.remark(method.id, { spent: true });
  }
  const succeeded = call.store.save({
    ...intent,
    status: "succeeded" as const,
    amount_received: intent.amount,
    latest_charge: charged.id,
    next_action: null,
    last_payment_error: null,
  });
  call.emit("payment_intent.succeeded", succeeded);
  if (card.disputes) openDispute(call, charged);
  return succeeded;
}

function refuse(
  call: Call,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline,
  authenticated = false,
): never {
  const charged = makeCharge(call, intent, method, decline, authenticated);
  throw failed(call, intent, method, { ...errorOf(decline), charge: charged.id }, charged.id);
}

/** Returns the intent to requires_payment_method with the error, emits payment_failed, and creates the 402. */
function failed(
  call: Call,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  error: Omit<ApiError, "type">,
  chargeId: string | undefined,
) {
  const failure = cardFailure({ ...error, payment_method: method });
  const after = backToStart(call, intent, method, failure.error, chargeId ?? idOf(intent.latest_charge));
  call.emit("payment_intent.payment_failed", after);
  failure.error.payment_intent = after;
  return failure;
}

function backToStart(
  call: Call,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  error: ApiError,
  chargeId: string | null,
): Stripe.PaymentIntent {
  const lastError = {
    ...error,
    payment_method: method,
    payment_intent: undefined,
  } as Stripe.PaymentIntent.LastPaymentError;
  return call.store.save({
    ...intent,
    status: "requires_payment_method" as const,
    payment_method: null,
    latest_charge: chargeId ?? intent.latest_charge,
    next_action: null,
    last_payment_error: lastError,
  });
}
