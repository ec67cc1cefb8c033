import type { Payments } from "~/domain/ports/payments";
import { namedFailure } from "./namedFailure";
import { type PaymentEnv, type PaymentMode, paymentMode } from "./paymentMode.server";
import type { PaymentCalls } from "./stripe.server";

/** Jobs are patient, because nobody waits for them. */
const CALL_MS = 60_000;
const TRY_MS = 20_000;

/**
 * The deployment's card provider: Stripe, or the card sandbox behind the same SDK. `now` (ms) is used to check the
 * age of webhooks. Settings are validated on first use, so that pages without payments work; then it throws
 * PaymentsMisconfigured. The SDK, a fifth of the server's code, is imported on the first call. A person waits at most
 * `patienceMs` from here for all calls together; without it, each call has a minute (rules.md
 * payments/silent-provider).
 */
export function stripePayments(env: PaymentEnv, now: number, patienceMs?: number): Payments {
  const until = Date.now() + (patienceMs ?? 0);
  const budget = {
    deadline: () => (patienceMs === undefined ? Date.now() + CALL_MS : until),
    tryMs: TRY_MS,
  };
  let checked: PaymentMode | undefined;
  const mode = () => (checked ??= paymentMode(env));
  let read: Promise<PaymentCalls> | undefined;
  const calls = () => (read ??= import("./stripe.server").then(({ stripeCalls }) => stripeCalls(mode, now, budget)));
  const later = <Name extends keyof PaymentCalls>(name: Name) =>
    (async (...given: never[]) => {
      const call = (await calls())[name] as (...given: never[]) => unknown;
      try {
        return await call(...given);
      } catch (error) {
        throw namedFailure(error, name, given);
      }
    }) as PaymentCalls[Name];
  return {
    publishableKey: (account) => mode().keys[account].publishableKey,
    get scriptUrl() {
      return mode().mode === "sandbox" ? "/__stripe/stripe.js" : "https://js.stripe.com/endive/stripe.js";
    },
    get sandbox() {
      return mode().mode === "sandbox";
    },
    accountOf: later("accountOf"),
    createCustomer: later("createCustomer"),
    customerOf: later("customerOf"),
    findCustomer: later("findCustomer"),
    createPayment: later("createPayment"),
    createSetup: later("createSetup"),
    retrievePayment: later("retrievePayment"),
    listPayments: later("listPayments"),
    retrieveSetup: later("retrieveSetup"),
    confirmPayment: later("confirmPayment"),
    confirmSetup: later("confirmSetup"),
    cardOf: later("cardOf"),
    savedCards: later("savedCards"),
    setDefaultCard: later("setDefaultCard"),
    removeCard: later("removeCard"),
    attachCard: later("attachCard"),
    cancelPayment: later("cancelPayment"),
    cancelSetup: later("cancelSetup"),
    createHostedCheckout: later("createHostedCheckout"),
    retrieveHostedCheckout: later("retrieveHostedCheckout"),
    expireHostedCheckout: later("expireHostedCheckout"),
    createRefund: later("createRefund"),
    refundsOf: later("refundsOf"),
    disputesOf: later("disputesOf"),
    uploadEvidenceFile: later("uploadEvidenceFile"),
    stageEvidence: later("stageEvidence"),
    submitEvidence: later("submitEvidence"),
    eventsBetween: later("eventsBetween"),
    retrieveEvent: later("retrieveEvent"),
    reversedBetween: later("reversedBetween"),
    listBalanceTransactions: later("listBalanceTransactions"),
    readEvent: later("readEvent"),
  };
}
