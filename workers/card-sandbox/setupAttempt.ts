import type Stripe from "stripe";
import { type Call, idOf } from "./call";
import { type ApiError, cardFailure } from "./errors";
import { nextActionOf } from "./nextAction";
import { attachTo, errorOf, type MethodRemarks } from "./paymentMethods";

/** One try to save a card: saved, refused (402), or waiting for its holder (requires_action). */
export function setUpWithMethod(
  call: Call,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  remarks: MethodRemarks,
  options: { returnUrl?: string; useStripeSdk: boolean },
): Stripe.SetupIntent {
  if (remarks.card.authentication === "never") return finish(call, intent, method, remarks);
  const waiting = call.store.save({
    ...intent,
    status: "requires_action" as const,
    next_action: nextActionOf(call, intent, options),
  });
  call.emit("setup_intent.requires_action", waiting);
  return waiting;
}

/** What happens once the holder has answered the 3-D Secure question of a SetupIntent. */
export function continueSetup(
  call: Call,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  remarks: MethodRemarks,
  passed: boolean,
): Stripe.SetupIntent {
  if (passed) return finish(call, intent, method, remarks);
  return fail(call, intent, method, {
    type: "invalid_request_error",
    code: "setup_intent_authentication_failure",
    doc_url: "https://docs.stripe.com/error-codes/setup-intent-authentication-failure",
    message: "The latest attempt to set up the payment method has failed because authentication failed.",
  });
}

function finish(
  call: Call,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  remarks: MethodRemarks,
): Stripe.SetupIntent {
  if (remarks.card.decline) {
    const failure = cardFailure({ ...errorOf(remarks.card.decline), payment_method: method });
    failure.error.setup_intent = fail(call, intent, method, failure.error);
    throw failure;
  }
  const customer = idOf(intent.customer);
  if (customer) attachTo(call, method, customer);
  call.store.remark(method.id, { setUp: true });
  const succeeded = call.store.save({
    ...intent,
    status: "succeeded" as const,
    next_action: null,
    last_setup_error: null,
  });
  call.emit("setup_intent.succeeded", succeeded);
  return succeeded;
}

function fail(
  call: Call,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  error: ApiError,
): Stripe.SetupIntent {
  const lastError = { ...error, payment_method: method, setup_intent: undefined } as Stripe.SetupIntent.LastSetupError;
  const after = call.store.save({
    ...intent,
    status: "requires_payment_method" as const,
    payment_method: null,
    next_action: null,
    last_setup_error: lastError,
  });
  call.emit("setup_intent.setup_failed", after);
  return after;
}
