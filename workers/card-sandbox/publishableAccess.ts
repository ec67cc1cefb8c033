import type Stripe from "stripe";
import type { Call } from "./call";
import { ApiFailure, invalidRequest } from "./errors";
import type { Route } from "./routes";

/** With the publishable key an intent needs its client_secret: 400 when it does not match, 401 without. */
export function assertOwnsIntent(call: Call, route: Route, clientSecret: unknown): void {
  if (route.operation === "paymentMethods.create") return;
  const kind = route.operation.startsWith("paymentIntents") ? "payment_intent" : "setup_intent";
  if (typeof clientSecret !== "string") {
    throw new ApiFailure(401, {
      type: "invalid_request_error",
      code: "secret_key_required",
      message: "You must pass the intent's `client_secret` when using a publishable API key.",
      param: "client_secret",
    });
  }
  const intent = call.store.get<Stripe.PaymentIntent | Stripe.SetupIntent>(kind, route.id, "intent");
  if (intent.client_secret === clientSecret) return;
  const code = kind === "payment_intent" ? "payment_intent_invalid_parameter" : "setup_intent_invalid_parameter";
  throw invalidRequest(
    `The client_secret provided does not match any associated ${kind === "payment_intent" ? "PaymentIntent" : "SetupIntent"} on this account. Ensure the provided client_secret and ${kind} ID are correct.`,
    { code, param: "client_secret" },
  );
}

const publicFields: Record<string, string[]> = {
  payment_intent: [
    ..."id object amount amount_details automatic_payment_methods canceled_at cancellation_reason capture_method client_secret".split(
      " ",
    ),
    ..."confirmation_method created currency description last_payment_error livemode next_action payment_method".split(
      " ",
    ),
    ..."payment_method_configuration_details payment_method_types processing receipt_email setup_future_usage shipping source status".split(
      " ",
    ),
  ],
  setup_intent: [
    ..."id object automatic_payment_methods cancellation_reason client_secret created description last_setup_error livemode".split(
      " ",
    ),
    ..."next_action payment_method payment_method_configuration_details payment_method_types status usage".split(" "),
  ],
};

/** Limits an answer to the publishable key: no customer, no metadata, no charge. */
export function publicFieldsOf(answer: object): object {
  const fields = publicFields[(answer as { object: string }).object];
  if (!fields) return answer;
  return Object.fromEntries(Object.entries(answer).filter(([name]) => fields.includes(name)));
}
