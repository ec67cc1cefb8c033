import type Stripe from "stripe";
import { KEEP_CARD, type Payments } from "~/domain/ports/payments";
import { ask, known, unlessTooLate } from "../stripeErrors.server";
import { CURRENCY, hostedCheckout } from "../stripeStates.server";
import { type ClientOf, keyed } from "./client.server";
import { type StatementParams, withStatement } from "./withStatement.server";

export const hostedCheckoutCalls = (
  client: ClientOf,
): Pick<Payments, "createHostedCheckout" | "retrieveHostedCheckout" | "expireHostedCheckout"> => ({
  createHostedCheckout: (input) =>
    ask(async () => {
      const { sessions } = client(input.account).checkout;
      const session = await withStatement(input.statementText, input.key, (statement, key) =>
        keyed(key, (options) => sessions.create(hostedParams(input, statement), options)),
      );
      return hostedCheckout(input.account, session);
    }),

  retrieveHostedCheckout: (account, id) =>
    ask(async () => hostedCheckout(account, await known(client(account).checkout.sessions.retrieve(id)))),

  expireHostedCheckout: (account, id) =>
    ask(async () => {
      const { sessions } = client(account).checkout;
      return hostedCheckout(account, await unlessTooLate(sessions.expire(id), () => sessions.retrieve(id)));
    }),
});

type HostedInput = Parameters<Payments["createHostedCheckout"]>[0];

function hostedParams(input: HostedInput, statement: StatementParams): Stripe.Checkout.SessionCreateParams {
  const { customerId, metadata, successUrl, cancelUrl } = input;
  const common = {
    customer: customerId,
    metadata,
    success_url: successUrl,
    cancel_url: cancelUrl,
    allowed_payment_method_types: ["card"],
  } satisfies Stripe.Checkout.SessionCreateParams;
  if (input.mode === "setup") return { ...common, mode: "setup", currency: CURRENCY, setup_intent_data: { metadata } };
  return {
    ...common,
    mode: "payment",
    metadata: { ...metadata, ...(input.keepCard ? { [KEEP_CARD]: "yes" } : {}) },
    // The provider must charge the stored amount and currency.
    adaptive_pricing: { enabled: false },
    line_items: [
      {
        quantity: 1,
        price_data: { currency: CURRENCY, unit_amount: input.amount, product_data: { name: input.description } },
      },
    ],
    payment_intent_data: {
      metadata,
      description: input.description,
      ...statement,
      ...(input.saveCard || input.keepCard
        ? { setup_future_usage: input.saveCard ? "off_session" : "on_session" }
        : {}),
    },
  };
}
