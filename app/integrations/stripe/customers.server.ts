import type Stripe from "stripe";
import { NotFound } from "~/domain/errors";
import type { Payments } from "~/domain/ports/payments";
import { ask, isRefused } from "../stripeErrors.server";
import { cardFacts, expectKind, savedCards } from "../stripeStates.server";
import { type ClientOf, keyed } from "./client.server";

export const customerCalls = (
  client: ClientOf,
): Pick<
  Payments,
  "createCustomer" | "customerOf" | "findCustomer" | "cardOf" | "savedCards" | "setDefaultCard" | "removeCard"
> => ({
  createCustomer: ({ account, email, name, userId, key }) =>
    ask(async () => {
      const params = { name, metadata: { user_id: userId } };
      const create = (params: Stripe.CustomerCreateParams, key: string) =>
        keyed(key, (options) => client(account).customers.create(params, options));
      // Our own mails reach addresses that the provider refuses, so such a client pays without one.
      const customer = await create({ ...params, email }, key).catch((error: unknown) => {
        if (isRefused(error) && error.code === "email_invalid") return create(params, `${key}:no-email`);
        throw error;
      });
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
  cardOf: (account, paymentMethodId) =>
    ask(async () => {
      try {
        return cardFacts(await client(account).paymentMethods.retrieve(paymentMethodId));
      } catch (error) {
        if (isRefused(error)) return null;
        throw error;
      }
    }),

  savedCards: (account, customerId) =>
    ask(async () => {
      const { customers } = client(account);
      try {
        const [customer, { data }] = await Promise.all([
          customers.retrieve(customerId),
          customers.listPaymentMethods(customerId, { type: "card", limit: 100 }),
        ]);
        return savedCards(customer, data);
      } catch (error) {
        if (isRefused(error)) return [];
        throw error;
      }
    }),

  setDefaultCard: (account, customerId, cardId) =>
    ask(async () => {
      const params: Stripe.CustomerUpdateParams = { invoice_settings: { default_payment_method: cardId } };
      try {
        await client(account).customers.update(customerId, params);
      } catch (error) {
        throw isRefused(error) ? new NotFound() : error;
      }
    }),

  removeCard: (account, cardId) =>
    ask(async () => {
      try {
        await client(account).paymentMethods.detach(cardId);
      } catch (error) {
        // Already removed, here or by another request.
        if (!isRefused(error)) throw error;
      }
    }),
});
