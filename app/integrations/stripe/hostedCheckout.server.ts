import type Stripe from "stripe";
import type { Payments } from "~/domain/ports/payments";
import { ask, known, unlessTooLate } from "../stripeErrors.server";
import { CURRENCY, hostedCheckout } from "../stripeStates.server";
import { type ClientOf, keyed } from "./client.server";

export const hostedCheckoutCalls = (
  client: ClientOf,
): Pick<Payments, "createHostedCheckout" | "retrieveHostedCheckout" | "expireHostedCheckout"> => ({
  createHostedCheckout: (input) =>
    ask(async () => {
      const { sessions } = client(input.account).checkout;
      const session = await keyed(input.key, (options) => sessions.create(hostedParams(input), options));
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

function hostedParams(input: HostedInput): Stripe.Checkout.SessionCreateParams {
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
      ...(input.saveCard ? { setup_future_usage: "off_session" } : {}),
    },
  };
}
