import type Stripe from "stripe";
import { type Call, idOf } from "./call";
import { ApiFailure, unexpectedState } from "./errors";
import { continueAfterAuthentication } from "./paymentAttempt";
import { behaviourOf, retrievePaymentMethod } from "./paymentMethods";
import { continueSetup } from "./setupAttempt";

type Intent = Stripe.PaymentIntent | Stripe.SetupIntent;

/**
 * Where the cardholder authenticates: a separate page for a server's confirm with `return_url`, a dialog for
 * Stripe.js (`use_stripe_sdk`), as Stripe decides it.
 */
export function nextActionOf(call: Call, intent: Intent, options: { returnUrl?: string; useStripeSdk: boolean }) {
  const url = `${call.siteUrl}/__stripe/3ds/${intent.id}?client_secret=${intent.client_secret}`;
  if (options.returnUrl && !options.useStripeSdk) {
    return { type: "redirect_to_url", redirect_to_url: { return_url: options.returnUrl, url } };
  }
  return { type: "use_stripe_sdk", use_stripe_sdk: { type: "three_d_secure_redirect", stripe_js: url } };
}

/** Applies the cardholder's answer to a waiting intent; 400 when it is not waiting. */
export function answerAuthentication(call: Call, id: string, passed: boolean): Intent {
  const intent =
    call.store.find<Stripe.PaymentIntent>("payment_intent", id) ??
    call.store.get<Stripe.SetupIntent>("setup_intent", id, "intent");
  if (intent.status !== "requires_action") {
    const code =
      intent.object === "payment_intent" ? "payment_intent_unexpected_state" : "setup_intent_unexpected_state";
    throw unexpectedState(`This authentication is over: the intent has a status of ${intent.status}.`, { code });
  }
  const method = retrievePaymentMethod(call, idOf(intent.payment_method) ?? "");
  const remarks = behaviourOf(call, method);
  try {
    return intent.object === "payment_intent"
      ? continueAfterAuthentication(call, intent, method, remarks, passed)
      : continueSetup(call, intent, method, remarks, passed);
  } catch (failure) {
    // A card refused after authentication is reported by the intent, not by the answer.
    if (failure instanceof ApiFailure && failure.status === 402) return call.store.get<Intent>(intent.object, id);
    throw failure;
  }
}
