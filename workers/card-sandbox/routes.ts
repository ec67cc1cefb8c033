import type Stripe from "stripe";
import { retrieveCurrentAccount } from "./accounts";
import { listBalanceTransactions } from "./balance";
import type { Call } from "./call";
import { listCharges, retrieveCharge } from "./charges";
import {
  createCheckoutSession,
  expireCheckoutSession,
  listCheckoutSessions,
  retrieveCheckoutSession,
} from "./checkoutSessions";
import contract from "./contract/stripe-contract.json";
import { createCustomer, deleteCustomer, listCustomers, retrieveCustomer, updateCustomer } from "./customers";
import { listDisputes, retrieveDispute, updateDispute } from "./disputes";
import { listEvents, retrieveEvent } from "./events";
import { createFile, type Upload } from "./files";
import type { RequestSchema } from "./parameters";
import {
  cancelPaymentIntent,
  confirmPaymentIntent,
  createPaymentIntent,
  listPaymentIntents,
  retrievePaymentIntent,
  updatePaymentIntent,
} from "./paymentIntents";
import {
  attachPaymentMethod,
  createPaymentMethod,
  detachPaymentMethod,
  listPaymentMethods,
  retrievePaymentMethod,
} from "./paymentMethods";
import { createRefund, listRefunds, retrieveRefund } from "./refunds";
import { cancelSetupIntent, confirmSetupIntent, createSetupIntent, retrieveSetupIntent } from "./setupIntents";

type Operation = keyof typeof contract.operations;
type Handler = (call: Call, id: string, params: Record<string, unknown>) => object;

/** The contract has validated the parameters, so the handler may read them by their declared type. */
const taking =
  <P>(handle: (call: Call, id: string, params: P) => object): Handler =>
  (call, id, params) =>
    handle(call, id, params as P);

const handlers: Record<Operation, Handler> = {
  "accounts.retrieveCurrent": retrieveCurrentAccount,
  "customers.create": taking<Stripe.CustomerCreateParams>((call, _, params) => createCustomer(call, params)),
  "customers.retrieve": retrieveCustomer,
  "customers.update": taking<Stripe.CustomerUpdateParams>(updateCustomer),
  "customers.list": taking<Stripe.CustomerListParams>((call, _, params) => listCustomers(call, params)),
  "customers.del": deleteCustomer,
  "customers.listPaymentMethods": taking<Stripe.CustomerListPaymentMethodsParams>((call, id, params) =>
    listPaymentMethods(
      call,
      { ...params, customer: id } as Stripe.PaymentMethodListParams,
      `/v1/customers/${id}/payment_methods`,
    ),
  ),
  "paymentIntents.create": taking<Stripe.PaymentIntentCreateParams>((call, _, params) =>
    createPaymentIntent(call, params),
  ),
  "paymentIntents.retrieve": retrievePaymentIntent,
  "paymentIntents.update": taking<Stripe.PaymentIntentUpdateParams>(updatePaymentIntent),
  "paymentIntents.confirm": taking<Stripe.PaymentIntentConfirmParams>(confirmPaymentIntent),
  "paymentIntents.cancel": taking<Stripe.PaymentIntentCancelParams>(cancelPaymentIntent),
  "paymentIntents.list": taking<Stripe.PaymentIntentListParams>((call, _, params) => listPaymentIntents(call, params)),
  "setupIntents.create": taking<Stripe.SetupIntentCreateParams>((call, _, params) => createSetupIntent(call, params)),
  "setupIntents.retrieve": retrieveSetupIntent,
  "setupIntents.confirm": taking<Stripe.SetupIntentConfirmParams>(confirmSetupIntent),
  "setupIntents.cancel": taking<Stripe.SetupIntentCancelParams>(cancelSetupIntent),
  "paymentMethods.create": taking<Stripe.PaymentMethodCreateParams>((call, _, params) =>
    createPaymentMethod(call, params),
  ),
  "paymentMethods.retrieve": retrievePaymentMethod,
  "paymentMethods.attach": taking<Stripe.PaymentMethodAttachParams>(attachPaymentMethod),
  "paymentMethods.detach": detachPaymentMethod,
  "paymentMethods.list": taking<Stripe.PaymentMethodListParams>((call, _, params) => listPaymentMethods(call, params)),
  "refunds.create": taking<Stripe.RefundCreateParams>((call, _, params) => createRefund(call, params)),
  "refunds.retrieve": retrieveRefund,
  "refunds.list": taking<Stripe.RefundListParams>((call, _, params) => listRefunds(call, params)),
  "disputes.retrieve": retrieveDispute,
  "disputes.update": taking<Stripe.DisputeUpdateParams>(updateDispute),
  "disputes.list": taking<Stripe.DisputeListParams>((call, _, params) => listDisputes(call, params)),
  "files.create": taking<{ file: Upload; purpose: string }>((call, _, params) => createFile(call, params)),
  "charges.retrieve": retrieveCharge,
  "charges.list": taking<Stripe.ChargeListParams>((call, _, params) => listCharges(call, params)),
  "balanceTransactions.list": taking<Stripe.BalanceTransactionListParams>((call, _, params) =>
    listBalanceTransactions(call, params),
  ),
  "checkout.sessions.create": taking<Stripe.Checkout.SessionCreateParams>((call, _, params) =>
    createCheckoutSession(call, params),
  ),
  "checkout.sessions.retrieve": retrieveCheckoutSession,
  "checkout.sessions.list": taking<Stripe.Checkout.SessionListParams>((call, _, params) =>
    listCheckoutSessions(call, params),
  ),
  "checkout.sessions.expire": expireCheckoutSession,
  "events.retrieve": retrieveEvent,
  "events.list": taking<Stripe.EventListParams>((call, _, params) => listEvents(call, params)),
};

/**
 * Calls allowed with a publishable key: one intent with its client_secret, and creating a payment method from a card.
 */
export const browserOperations = new Set<Operation>([
  "paymentIntents.retrieve",
  "paymentIntents.confirm",
  "setupIntents.retrieve",
  "setupIntents.confirm",
  "paymentMethods.create",
]);

export interface Route {
  operation: Operation;
  /** Its name for faults: `POST /v1/payment_intents/:id/confirm`. */
  name: string;
  id: string;
  request: RequestSchema | undefined;
  handle: Handler;
}

const patterns = (Object.keys(handlers) as Operation[]).map((operation) => {
  const described = contract.operations[operation] as { method: string; path: string; request?: unknown };
  const pattern = new RegExp(`^${described.path.replace("{id}", "([^/]+)")}$`);
  return { operation, described, pattern, name: `${described.method} ${described.path.replace("{id}", ":id")}` };
});

/** The route of a method and path, or undefined. */
export function findRoute(method: string, path: string): Route | undefined {
  for (const { operation, described, pattern, name } of patterns) {
    const match = described.method === method ? pattern.exec(path) : null;
    if (!match) continue;
    return {
      operation,
      name,
      id: decodeURIComponent(match[1] ?? ""),
      request: described.request as RequestSchema | undefined,
      handle: handlers[operation],
    };
  }
  return undefined;
}

/** Every route that accepts a fault. */
export const routeNames = patterns.map(({ name }) => name);
