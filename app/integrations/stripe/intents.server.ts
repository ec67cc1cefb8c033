import Stripe from "stripe";
import { MAX_LISTED_PAYMENTS, type Payments } from "~/domain/ports/payments";
import { ask, isRefusedTry, known, unlessTooLate } from "../stripeErrors.server";
import { CURRENCY, declineOf, paymentState, setupState } from "../stripeStates.server";
import { type ClientOf, keyed, WITH_CHARGE } from "./client.server";

type IntentCalls = Pick<
  Payments,
  | "createPayment"
  | "createSetup"
  | "retrievePayment"
  | "listPayments"
  | "retrieveSetup"
  | "confirmPayment"
  | "cancelPayment"
  | "cancelSetup"
>;

export const intentCalls = (client: ClientOf): IntentCalls => ({
  createPayment: ({ account, amount, customerId, description, saveCard, metadata, key }) =>
    ask(async () => {
      const params: Stripe.PaymentIntentCreateParams = {
        amount,
        currency: CURRENCY,
        customer: customerId,
        description,
        metadata,
        allowed_payment_method_types: ["card"],
        ...(saveCard ? { setup_future_usage: "off_session" } : {}),
      };
      return paymentState(
        account,
        await keyed(key, (options) => client(account).paymentIntents.create(params, options)),
      );
    }),

  createSetup: ({ account, customerId, metadata, key }) =>
    ask(async () => {
      const params: Stripe.SetupIntentCreateParams = {
        customer: customerId,
        metadata,
        usage: "off_session",
        allowed_payment_method_types: ["card"],
      };
      return setupState(account, await keyed(key, (options) => client(account).setupIntents.create(params, options)));
    }),

  retrievePayment: (account, id) =>
    ask(async () => paymentState(account, await client(account).paymentIntents.retrieve(id, WITH_CHARGE))),

  listPayments: (account, { customerId, since, until }) =>
    ask(async () => {
      const params: Stripe.PaymentIntentListParams = {
        ...(customerId ? { customer: customerId } : {}),
        created: {
          gte: Math.floor(since / 1000),
          ...(until === undefined ? {} : { lte: Math.floor(until / 1000) }),
        },
        expand: ["data.latest_charge"],
        limit: 100,
      };
      const intents = await client(account)
        .paymentIntents.list(params)
        .autoPagingToArray({ limit: MAX_LISTED_PAYMENTS });
      return intents.map((intent) => paymentState(account, intent));
    }),

  retrieveSetup: (account, id) =>
    ask(async () => setupState(account, await known(client(account).setupIntents.retrieve(id)))),

  confirmPayment: (input) =>
    ask(async () => {
      const { paymentIntents } = client(input.account);
      const { account, id, paymentMethodId, returnUrl, key } = input;
      const params: Stripe.PaymentIntentConfirmParams = {
        ...WITH_CHARGE,
        payment_method: paymentMethodId,
        ...(returnUrl ? { return_url: returnUrl } : { off_session: true }),
      };
      try {
        return paymentState(account, await paymentIntents.confirm(id, params, { idempotencyKey: key }));
      } catch (error) {
        if (!isRefusedTry(error)) throw error;
        const present = paymentState(account, await paymentIntents.retrieve(id, WITH_CHARGE));
        const open = present.status === "requires_payment_method" || present.status === "requires_confirmation";
        // A declined or missing card is an answer. For a missing one the intent's decline is ignored: it belongs to
        // an earlier attempt, maybe with another card.
        const recordedDecline = error instanceof Stripe.errors.StripeCardError ? present.decline : null;
        return open && !recordedDecline ? { ...present, decline: declineOf(error) } : present;
      }
    }),

  cancelPayment: (account, id) =>
    ask(async () => {
      const { paymentIntents } = client(account);
      const retrieve = () => paymentIntents.retrieve(id, WITH_CHARGE);
      return paymentState(account, await unlessTooLate(paymentIntents.cancel(id), retrieve));
    }),

  cancelSetup: (account, id) =>
    ask(async () => {
      const { setupIntents } = client(account);
      return setupState(account, await unlessTooLate(setupIntents.cancel(id), () => setupIntents.retrieve(id)));
    }),
});
