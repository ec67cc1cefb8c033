import type Stripe from "stripe";
import { type Call, idOf } from "./call";
import { ApiFailure, unexpectedState } from "./errors";
import { continueAfterAuthentication } from "./paymentAttempt";
import { behaviourOf, retrievePaymentMethod } from "./paymentMethods";
import { continueSetup } from "./setupAttempt";

type Intent = Stripe.PaymentIntent | Stripe.SetupIntent;

/** Applies the cardholder's answer to a waiting intent; 400 when it is not waiting. */
export function answerAuthentication(call: Call, id: string, passed: boolean): Intent {
  const intent =
    call.store.find<Stripe.PaymentIntent>("payment_intent", id) ??
    call.store.get<Stripe.SetupIntent>("setup_intent", id, "intent");
  if (intent.status !== "requires_action") {
    const code =
      intent.object === "payment_intent" ? "payment_intent_unexpected_state" : "setup_intent_unexpected_state";
    throw unexpectedState(`This authentication has ended: the intent has a status of ${intent.status}.`, { code });
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
