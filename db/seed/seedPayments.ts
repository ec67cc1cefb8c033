import type { PaymentAccount } from "~/domain/catalogue/serviceTypes";
import { type PaymentState, type Payments, PaymentsUnavailable, type ProviderRefund } from "~/domain/ports";

/** A provider of the seeded past: it remembers what was opened and says what the seed tells it to. */
export interface SeedPayments extends Payments {
  /** The buyer's card was accepted, at a moment in ms. */
  accept(orderId: string, at: number): PaymentState;
  /** The buyer's card was declined, also for a payment that was never stored with its order. */
  decline(order: { id: string; account: PaymentAccount; amount: number }): PaymentState;
  /** The refunds of somebody who acts at a moment in ms. */
  refundingAt(at: number): Pick<Payments, "createRefund">;
  /** Everything that was paid, with the refunds of it: what the provider of a local run has to know of. */
  paid(): PastPayment[];
}

/** A payment of the seeded past as the card sandbox takes it over. Amounts in cents, times in ms. */
export interface PastPayment {
  account: PaymentAccount;
  id: string;
  chargeId: string;
  customerId: string;
  paymentMethodId: string;
  amount: number;
  createdAt: number;
  metadata: Record<string, string>;
  refunds: { id: string; amount: number; createdAt: number; metadata: Record<string, string> }[];
}

/** The same provider at an hour when it does not answer: orders are placed, and nothing is open at it. */
export const silentPayments = (payments: Payments): Payments => ({
  ...payments,
  createPayment: () => Promise.reject(new PaymentsUnavailable("The provider is silent")),
});

const notAsked = (name: string) => () => Promise.reject(new Error(`The seed does not ask payments.${name}`));

/** Makes the provider. It has one account of each kind, no network and no cards. */
export function seedPayments(): SeedPayments {
  const states = new Map<string, PaymentState>();
  const paidAt = new Map<string, number>();
  const refunds = new Map<string, ProviderRefund[]>();
  let serial = 0;
  const next = (prefix: string) => `${prefix}_seed${String(++serial).padStart(6, "0")}`;

  const open = (kind: PaymentState["kind"], account: PaymentAccount, values: Partial<PaymentState>) => {
    const state: PaymentState = {
      kind,
      id: next(kind === "payment" ? "pi" : "seti"),
      account,
      status: "requires_payment_method",
      amount: 0,
      received: 0,
      currency: "usd",
      customerId: null,
      paymentMethodId: null,
      clientSecret: null,
      metadata: {},
      decline: null,
      latestChargeId: null,
      actionUrl: null,
      ...values,
    };
    states.set(state.id, state);
    return state;
  };
  const change = (state: PaymentState, values: Partial<PaymentState>) => {
    const changed = { ...state, ...values };
    states.set(state.id, changed);
    return changed;
  };
  const byId = (id: string) => {
    const state = states.get(id);
    if (!state) throw new Error(`The seed opened no payment ${id}`);
    return state;
  };
  const ofOrder = (orderId: string) => [...states.values()].findLast((one) => one.metadata.order_id === orderId);
  const retrieve = async (_account: PaymentAccount, id: string) => byId(id);
  const cancel = async (_account: PaymentAccount, id: string) => change(byId(id), { status: "canceled" });

  return {
    publishableKey: (account) => `pk_seed_${account}`,
    scriptUrl: "",
    sandbox: true,
    createCustomer: async () => next("cus"),
    createPayment: async ({ account, amount, customerId, metadata }) =>
      open("payment", account, { amount, customerId, metadata }),
    createSetup: async ({ account, customerId, metadata }) => open("setup", account, { customerId, metadata }),
    retrievePayment: retrieve,
    retrieveSetup: retrieve,
    confirmPayment: notAsked("confirmPayment"),
    cardOf: notAsked("cardOf"),
    cancelPayment: cancel,
    cancelSetup: cancel,
    createHostedCheckout: notAsked("createHostedCheckout"),
    retrieveHostedCheckout: notAsked("retrieveHostedCheckout"),
    expireHostedCheckout: notAsked("expireHostedCheckout"),
    eventsSince: notAsked("eventsSince"),
    readEvent: notAsked("readEvent"),
    createRefund: notAsked("createRefund"),
    refundingAt: (at) => ({
      createRefund: async ({ paymentIntentId, amount, metadata }) => {
        // In whole seconds, as the provider counts.
        const createdAt = Math.floor(at / 1000) * 1000;
        const refund: ProviderRefund = {
          id: next("re"),
          amount,
          state: "succeeded",
          reason: null,
          createdAt,
          metadata,
        };
        refunds.set(paymentIntentId, [...(refunds.get(paymentIntentId) ?? []), refund]);
        return refund;
      },
    }),
    refundsOf: async (_account, paymentIntentId) => refunds.get(paymentIntentId) ?? [],
    paid: () =>
      [...states.values()]
        .filter((state) => state.kind === "payment" && state.status === "succeeded")
        .map(({ account, id, latestChargeId, customerId, paymentMethodId, amount, metadata }) => ({
          ...{ account, id, amount, metadata },
          chargeId: latestChargeId ?? "",
          customerId: customerId ?? "",
          paymentMethodId: paymentMethodId ?? "",
          createdAt: paidAt.get(id) ?? 0,
          refunds: (refunds.get(id) ?? []).map((refund) => ({
            ...{ id: refund.id, amount: refund.amount, createdAt: refund.createdAt, metadata: refund.metadata },
          })),
        })),
    accept: (orderId, at) => {
      const state = ofOrder(orderId);
      if (!state) throw new Error(`The seed opened no payment for order ${orderId}`);
      paidAt.set(state.id, at);
      return change(state, {
        status: "succeeded",
        received: state.amount,
        paymentMethodId: next("pm"),
        latestChargeId: next("ch"),
      });
    },
    decline: ({ id, account, amount }) =>
      change(ofOrder(id) ?? open("payment", account, { amount, metadata: { order_id: id } }), {
        latestChargeId: next("ch"),
        decline: {
          code: "card_declined",
          declineCode: "insufficient_funds",
          adviceCode: null,
          message: "Your card has insufficient funds.",
        },
      }),
  };
}
