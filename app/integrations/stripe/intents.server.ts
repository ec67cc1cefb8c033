import Stripe from "stripe";
import { NotFound } from "~/domain/errors";
import { type IntentStatus, MAX_LISTED_PAYMENTS, type Payments } from "~/domain/ports/payments";
import { ask, isRefused, isRefusedTry, known, unlessTooLate } from "../stripeErrors.server";
import { CURRENCY, declineOf, paymentState, setupState } from "../stripeStates.server";
import { type ClientOf, keyed, WITH_CHARGE } from "./client.server";
import { withStatement } from "./withStatement.server";

const isOpen = (status: IntentStatus) => status === "requires_payment_method" || status === "requires_confirmation";

type IntentCalls = Pick<
  Payments,
  | "createPayment"
  | "createSetup"
  | "retrievePayment"
  | "listPayments"
  | "retrieveSetup"
  | "confirmPayment"
  | "attachCard"
  | "confirmSetup"
  | "cancelPayment"
  | "cancelSetup"
>;

export const intentCalls = (client: ClientOf): IntentCalls => ({
  createPayment: ({ account, amount, customerId, description, statementText, saveCard, metadata, key }) =>
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
      const made = await withStatement(statementText, key, (statement, keyOf) =>
        keyed(keyOf, (options) => client(account).paymentIntents.create({ ...params, ...statement }, options)),
      );
      return paymentState(account, made);
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
        const open = isOpen(present.status);
        // A declined or missing card is an answer. For a missing one the intent's decline is ignored: it belongs to
        // an earlier attempt, maybe with another card.
        const recordedDecline = error instanceof Stripe.errors.StripeCardError ? present.decline : null;
        return open && !recordedDecline ? { ...present, decline: declineOf(error) } : present;
      }
    }),

  attachCard: (account, id, cardId) =>
    ask(async () => {
      const { paymentIntents } = client(account);
      try {
        return paymentState(account, await paymentIntents.update(id, { ...WITH_CHARGE, payment_method: cardId }));
      } catch (error) {
        if (!isRefused(error)) throw error;
        const present = paymentState(account, await paymentIntents.retrieve(id, WITH_CHARGE));
        if (!isOpen(present.status)) return present;
        throw new NotFound();
      }
    }),

  confirmSetup: (input) =>
    ask(async () => {
      const { setupIntents } = client(input.account);
      const { account, id, paymentMethodId, returnUrl, key } = input;
      const params = { payment_method: paymentMethodId, return_url: returnUrl };
      try {
        return setupState(account, await setupIntents.confirm(id, params, { idempotencyKey: key }));
      } catch (error) {
        if (!isRefusedTry(error)) throw error;
        const present = setupState(account, await setupIntents.retrieve(id));
        return isOpen(present.status) ? { ...present, decline: declineOf(error) } : present;
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
