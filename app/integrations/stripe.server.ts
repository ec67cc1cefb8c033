import Stripe from "stripe";
import { PaymentFailed } from "~/domain/errors";
import { MAX_LISTED_PAYMENTS, type PaymentAccount, type Payments, UnverifiedEvent } from "~/domain/ports/payments";
import type { PaymentMode } from "./paymentMode.server";
import { ask, isRefused, isRefusedTry, isServerError, known, unlessTooLate } from "./stripeErrors.server";
import {
  CURRENCY,
  cardFacts,
  declineOf,
  expectKind,
  hostedCheckout,
  idOf,
  paymentEvent,
  paymentState,
  providerDispute,
  providerRefund,
  setupState,
} from "./stripeStates.server";

const WEBHOOK_TOLERANCE_SECONDS = 300;
/** Upper bound for one second's events and for a listing of refunds or disputes. */
const MAX_LISTED = 10_000;
/** Far above the refunds of any payment. */
const MAX_REFUNDS = 1_000;

const eventTypes = [
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "payment_intent.canceled",
  "checkout.session.completed",
  "checkout.session.expired",
  "setup_intent.succeeded",
  "charge.refunded",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "charge.dispute.funds_reinstated",
] as const satisfies Stripe.EventListParams["types"];

/** Expands the charge, whose time is needed. */
const WITH_CHARGE = { expand: ["latest_charge"] };

/** The provider calls that need the SDK. */
export type PaymentCalls = Omit<Payments, "publishableKey" | "scriptUrl" | "sandbox">;

/**
 * Implements the calls with Stripe's SDK, against Stripe or the card sandbox. `now` (ms UTC) is used to check the age
 * of webhooks.
 */
export function stripeCalls(mode: () => PaymentMode, now: number): PaymentCalls {
  const clients = new Map<PaymentAccount, Stripe>();
  const client = (account: PaymentAccount) => {
    const existing = clients.get(account);
    if (existing) return existing;
    const made = openClient(mode(), account);
    clients.set(account, made);
    return made;
  };

  const listRefunds = async (account: PaymentAccount, paymentIntentId: string) => {
    const { refunds } = client(account);
    const listed = await refunds
      .list({ payment_intent: paymentIntentId, limit: 100 })
      .autoPagingToArray({ limit: MAX_REFUNDS });
    return listed.map(providerRefund);
  };

  return {
    createCustomer: ({ account, email, name, userId, key }) =>
      ask(async () => {
        const params = { email, name, metadata: { user_id: userId } };
        const customer = await keyed(key, (options) => client(account).customers.create(params, options));
        return expectKind(customer, "customer").id;
      }),

    customerOf: (account, customerId) =>
      ask(async () => {
        try {
          const customer = await client(account).customers.retrieve(customerId);
          return customer.deleted ? null : { name: customer.name ?? "", email: customer.email ?? "" };
        } catch (error) {
          if (isRefused(error)) return null;
          throw error;
        }
      }),

    findCustomer: (account, { email, userId }) =>
      ask(async () => {
        const { data } = await client(account).customers.list({ email, limit: 100 });
        return data.find(({ metadata }) => metadata.user_id === userId)?.id ?? null;
      }),

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

    cardOf: (account, paymentMethodId) =>
      ask(async () => {
        try {
          return cardFacts(await client(account).paymentMethods.retrieve(paymentMethodId));
        } catch (error) {
          if (isRefused(error)) return null;
          throw error;
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

    createRefund: ({ account, paymentIntentId, amount, metadata, key }) =>
      ask(async () => {
        const params = { payment_intent: paymentIntentId, amount, metadata };
        const create = (idempotencyKey: string) => client(account).refunds.create(params, { idempotencyKey });
        try {
          return providerRefund(await create(key));
        } catch (error) {
          if (isRefused(error)) throw new PaymentFailed(error.message);
          if (!isServerError(error)) throw error;
          // Stripe returns a server error for its key for a day. Refunds move money, so look for one that was created
          // before using a new key.
          const made = (await listRefunds(account, paymentIntentId)).find(
            (refund) => refund.metadata.refund_id === metadata.refund_id,
          );
          return made ?? providerRefund(await create(`${key}:again`));
        }
      }),

    refundsOf: (account, paymentIntentId) => ask(() => listRefunds(account, paymentIntentId)),

    disputesOf: (account, paymentIntentId) =>
      ask(async () => {
        // Payments rarely have more than one dispute, so one page is enough.
        const { data } = await client(account).disputes.list({ payment_intent: paymentIntentId, limit: 100 });
        return data.map(providerDispute);
      }),

    eventsBetween: (account, from, until) =>
      ask(async () => {
        const params = { created: secondsBetween(from, until), types: [...eventTypes], limit: 100 };
        const page = await client(account).events.list(params);
        if (page.has_more && until - from > 1000) return null;
        const events = page.has_more
          ? await client(account).events.list(params).autoPagingToArray({ limit: MAX_LISTED })
          : page.data;
        return events.map((event) => paymentEvent(account, event)).reverse();
      }),

    retrieveEvent: (account, id) => ask(async () => paymentEvent(account, await client(account).events.retrieve(id))),

    reversedBetween: (account, from, until) =>
      ask(async () => {
        const { refunds, disputes } = client(account);
        const params = { created: secondsBetween(from, until), limit: 100 };
        const made = [
          ...(await refunds.list(params).autoPagingToArray({ limit: MAX_LISTED })),
          ...(await disputes.list(params).autoPagingToArray({ limit: MAX_LISTED })),
        ];
        return made.flatMap(({ payment_intent, created }) => {
          const paymentIntentId = idOf(payment_intent);
          return paymentIntentId ? [{ paymentIntentId, createdAt: created * 1000 }] : [];
        });
      }),

    async readEvent(account, rawBody, signature) {
      const stripe = client(account);
      const event = await stripe.webhooks
        .constructEventAsync(
          rawBody,
          signature ?? "",
          mode().keys[account].webhookSecret,
          WEBHOOK_TOLERANCE_SECONDS,
          Stripe.createSubtleCryptoProvider(),
          now,
        )
        .catch((error) => {
          throw new UnverifiedEvent("This event was not signed for this account", { cause: error });
        });
      return paymentEvent(account, event);
    },
  };
}

/** Stripe uses whole seconds. */
const secondsBetween = (from: number, until: number) => ({
  gte: Math.floor(from / 1000),
  lte: Math.floor(until / 1000),
});

function openClient(mode: PaymentMode, account: PaymentAccount): Stripe {
  const send: typeof fetch =
    mode.mode === "sandbox"
      ? (request, init) => mode.sandbox.fetch(request as RequestInfo, init as RequestInit) as Promise<Response>
      : (request, init) => fetch(request, init);
  return new Stripe(mode.keys[account].secretKey, {
    apiVersion: "2026-10-28.endive",
    httpClient: Stripe.createFetchHttpClient(send),
    maxNetworkRetries: 2,
    timeout: 20_000,
    telemetry: false,
  });
}

/**
 * Creates an object under the caller's key. Stripe repeats a server error for its key for a day, so one more key is
 * tried. An object from the first attempt is inert, because no client has its secret.
 */
async function keyed<T>(key: string, create: (options: Stripe.RequestOptions) => Promise<T>): Promise<T> {
  try {
    return await create({ idempotencyKey: key });
  } catch (error) {
    if (!isServerError(error)) throw error;
    return await create({ idempotencyKey: `${key}:again` });
  }
}

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
