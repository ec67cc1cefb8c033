import { PaymentsUnavailable } from "~/domain/ports/paymentFailures";
import type {
  CardFacts,
  PaymentAccount,
  PaymentState,
  Payments,
  ProviderDispute,
  ProviderRefund,
} from "~/domain/ports/payments";

/** A provider of the seeded past: it remembers what was opened and says what the seed tells it to. */
export interface SeedPayments extends Payments {
  /** The buyer's card was accepted, at a moment in ms; with `renews` it is kept and charged again. */
  accept(orderId: string, at: number, options: { renews: boolean }): PaymentState;
  /** The buyer's card was declined, also for a payment that was never stored with its order. */
  decline(order: { id: string; account: PaymentAccount; amount: number }): PaymentState;
  /** Refunds and charges by an actor at a moment in ms. */
  actingAt(at: number): Pick<Payments, "createRefund" | "confirmPayment">;
  /** The buyer disputes a payment, at a moment in ms: its amount is withdrawn. */
  dispute(paymentIntentId: string, at: number): void;
  /** Everything that was paid, with the refunds and disputes of it: what the provider of a local run has to know of. */
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
  /**
   * The test card (`pm_card_...`) that is kept under `paymentMethodId`: what was paid, was paid before it stopped
   * working.
   */
  card: string;
  /** False for an unpaid renewal. */
  paid: boolean;
  refunds: { id: string; amount: number; createdAt: number; metadata: Record<string, string> }[];
  /** Null without a dispute. */
  dispute: { id: string; movementId: string; createdAt: number } | null;
}

/** The same provider at an hour when it does not answer: orders are placed, and nothing is open at it. */
export const silentPayments = (payments: Payments): Payments => ({
  ...payments,
  createPayment: () => Promise.reject(new PaymentsUnavailable("The provider is silent")),
});

const DAY_MS = 24 * 60 * 60 * 1000;

/** A renewal waits with this payment; paying the renewal pays it. */
const isOpenRenewal = (status: PaymentState["status"], metadata: Record<string, string>) =>
  status === "requires_payment_method" && metadata.subscription_id !== undefined;

const notAsked = (name: string) => () => Promise.reject(new Error(`The seed does not ask payments.${name}`));

/** What became of a card that renewals are charged to, so many days before the end of the seeded past. */
interface KeptCard {
  facts: CardFacts;
  /** Its name at the card sandbox. */
  name: string;
  failsFor?: { days: number; decline: NonNullable<PaymentState["decline"]> };
}

const year = (now: number, ahead: number) => Date.UTC(new Date(now).getUTCFullYear() + ahead, 7, 1);

const visa = (now: number, last4 = "4242"): CardFacts => ({ brand: "visa", last4, expiresAt: year(now, 3) });

const declined = (declineCode: string, message: string): NonNullable<PaymentState["decline"]> => ({
  code: declineCode === "authentication_required" ? declineCode : "card_declined",
  declineCode,
  adviceCode: null,
  message,
  paymentMethodId: null,
});

/** The n-th card that was kept. By its number, not by chance: every status is there, and every run is the same. */
function keptCard(n: number, now: number): KeptCard {
  const funds = declined("insufficient_funds", "Your card has insufficient funds.");
  const lost = declined("lost_card", "Your card was declined.");
  const asks = declined("authentication_required", "Your card was declined. This transaction requires authentication.");
  switch (n % 12) {
    case 3:
      return { facts: visa(now, "9987"), name: LOST, failsFor: { days: 26, decline: lost } };
    case 5:
      return { facts: visa(now, "0341"), name: "pm_card_chargeCustomerFail", failsFor: { days: 5.5, decline: funds } };
    // Two of them: each renewal of the last days that meets one waits for its owner.
    case 7:
    case 11:
      return {
        facts: visa(now, "3184"),
        name: "pm_card_authenticationRequired",
        failsFor: { days: 5.9, decline: asks },
      };
    case 10:
      return { facts: visa(now, "0341"), name: "pm_card_chargeCustomerFail", failsFor: { days: 24, decline: funds } };
    case 2:
      return { facts: { brand: "mastercard", last4: "4444", expiresAt: year(now, 2) }, name: "pm_card_mastercard" };
    case 8:
      return { facts: { brand: "amex", last4: "8431", expiresAt: year(now, 4) }, name: "pm_card_amex" };
    default:
      return { facts: visa(now), name: "pm_card_visa" };
  }
}
const LOST = "pm_card_visa_chargeDeclinedLostCard";

const pastDispute = (dispute: ProviderDispute | undefined): PastPayment["dispute"] =>
  dispute ? { id: dispute.id, movementId: dispute.movements[0]?.id ?? "", createdAt: dispute.createdAt } : null;

/** Makes the provider. It has one account of each kind, no network and no cards. */
export function seedPayments(now: number): SeedPayments {
  const states = new Map<string, PaymentState>();
  const paidAt = new Map<string, number>();
  const refunds = new Map<string, ProviderRefund[]>();
  const disputes = new Map<string, ProviderDispute>();
  const cards = new Map<string, KeptCard>();
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
      createdAt: now,
      latestChargeId: null,
      chargedAt: null,
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
    accountOf: notAsked("accountOf"),
    createCustomer: async () => next("cus"),
    customerOf: async () => null,
    findCustomer: notAsked("findCustomer"),
    createPayment: async ({ account, amount, customerId, metadata }) =>
      open("payment", account, { amount, customerId, metadata }),
    createSetup: async ({ account, customerId, metadata }) => open("setup", account, { customerId, metadata }),
    retrievePayment: retrieve,
    listPayments: async (account, { customerId, since, until = Number.POSITIVE_INFINITY }) =>
      [...states.values()]
        .filter(
          (one) =>
            one.kind === "payment" &&
            one.account === account &&
            one.createdAt >= since &&
            one.createdAt <= until &&
            (!customerId || one.customerId === customerId),
        )
        .reverse(),
    retrieveSetup: retrieve,
    confirmPayment: notAsked("confirmPayment"),
    confirmSetup: notAsked("confirmSetup"),
    savedCards: notAsked("savedCards"),
    setDefaultCard: notAsked("setDefaultCard"),
    removeCard: notAsked("removeCard"),
    attachCard: notAsked("attachCard"),
    cardOf: async (_account, id) => cards.get(id)?.facts ?? null,
    cancelPayment: cancel,
    cancelSetup: cancel,
    createHostedCheckout: notAsked("createHostedCheckout"),
    retrieveHostedCheckout: notAsked("retrieveHostedCheckout"),
    expireHostedCheckout: notAsked("expireHostedCheckout"),
    eventsBetween: notAsked("eventsBetween"),
    retrieveEvent: notAsked("retrieveEvent"),
    reversedBetween: notAsked("reversedBetween"),
    listBalanceTransactions: notAsked("listBalanceTransactions"),
    readEvent: notAsked("readEvent"),
    createRefund: notAsked("createRefund"),
    uploadEvidenceFile: notAsked("uploadEvidenceFile"),
    stageEvidence: notAsked("stageEvidence"),
    submitEvidence: notAsked("submitEvidence"),
    actingAt: (at) => ({
      confirmPayment: async ({ id, paymentMethodId }) => {
        const fails = cards.get(paymentMethodId)?.failsFor;
        const state = byId(id);
        if (fails && at > now - fails.days * DAY_MS)
          return change(state, { decline: fails.decline, latestChargeId: next("ch") });
        paidAt.set(id, at);
        return change(state, {
          status: "succeeded",
          received: state.amount,
          paymentMethodId,
          latestChargeId: next("ch"),
          decline: null,
        });
      },
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
    disputesOf: async (_account, paymentIntentId) => {
      const dispute = disputes.get(paymentIntentId);
      return dispute ? [dispute] : [];
    },
    dispute: (paymentIntentId, at) => {
      const { amount } = byId(paymentIntentId);
      const createdAt = Math.floor(at / 1000) * 1000;
      disputes.set(paymentIntentId, {
        id: next("dp"),
        amount,
        status: "needs_response",
        reason: "fraudulent",
        createdAt,
        // As the card sandbox has it, which takes this one over.
        evidenceDueAt: createdAt + 9 * DAY_MS,
        submitted: false,
        movements: [{ id: next("txn"), amount, at: createdAt }],
      });
    },
    paid: () =>
      [...states.values()]
        .filter(
          ({ kind, status, metadata }) =>
            kind === "payment" && (status === "succeeded" || isOpenRenewal(status, metadata)),
        )
        .map(({ account, id, latestChargeId, customerId, paymentMethodId, amount, metadata }) => ({
          account,
          id,
          amount,
          metadata,
          chargeId: latestChargeId ?? "",
          customerId: customerId ?? "",
          paymentMethodId: paymentMethodId ?? "",
          card: cards.get(paymentMethodId ?? "")?.name ?? "pm_card_visa",
          paid: paidAt.has(id),
          createdAt: paidAt.get(id) ?? now,
          refunds: (refunds.get(id) ?? []).map((refund) => ({
            id: refund.id,
            amount: refund.amount,
            createdAt: refund.createdAt,
            metadata: refund.metadata,
          })),
          dispute: pastDispute(disputes.get(id)),
        })),
    accept: (orderId, at, { renews }) => {
      const state = ofOrder(orderId);
      if (!state) throw new Error(`The seed opened no payment for order ${orderId}`);
      paidAt.set(state.id, at);
      const paymentMethodId = next("pm");
      if (renews) cards.set(paymentMethodId, keptCard(cards.size, now));
      return change(state, {
        status: "succeeded",
        received: state.amount,
        paymentMethodId,
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
          paymentMethodId: null,
        },
      }),
  };
}
