import type { Payments } from "~/domain/ports/payments";
import { type PaymentEnv, type PaymentMode, paymentMode } from "./paymentMode.server";
import type { PaymentCalls } from "./stripe.server";

/**
 * The deployment's card provider: Stripe, or the card sandbox behind the same SDK. `now` (ms) is used to check the
 * age of webhooks. Settings are validated on first use, so that pages without payments work; then it throws
 * PaymentsMisconfigured. The SDK, a fifth of the server's code, is imported on the first call.
 */
export function stripePayments(env: PaymentEnv, now: number): Payments {
  let checked: PaymentMode | undefined;
  const mode = () => (checked ??= paymentMode(env));
  let read: Promise<PaymentCalls> | undefined;
  const calls = () => (read ??= import("./stripe.server").then(({ stripeCalls }) => stripeCalls(mode, now)));
  const later = <Name extends keyof PaymentCalls>(name: Name) =>
    (async (...given: never[]) => {
      const call = (await calls())[name] as (...given: never[]) => unknown;
      return await call(...given);
    }) as PaymentCalls[Name];
  return {
    publishableKey: (account) => mode().keys[account].publishableKey,
    get scriptUrl() {
      return mode().mode === "sandbox" ? "/__stripe/stripe.js" : "https://js.stripe.com/endive/stripe.js";
    },
    get sandbox() {
      return mode().mode === "sandbox";
    },
    createCustomer: later("createCustomer"),
    customerOf: later("customerOf"),
    findCustomer: later("findCustomer"),
    createPayment: later("createPayment"),
    createSetup: later("createSetup"),
    retrievePayment: later("retrievePayment"),
    listPayments: later("listPayments"),
    retrieveSetup: later("retrieveSetup"),
    confirmPayment: later("confirmPayment"),
    cardOf: later("cardOf"),
    cancelPayment: later("cancelPayment"),
    cancelSetup: later("cancelSetup"),
    createHostedCheckout: later("createHostedCheckout"),
    retrieveHostedCheckout: later("retrieveHostedCheckout"),
    expireHostedCheckout: later("expireHostedCheckout"),
    createRefund: later("createRefund"),
    refundsOf: later("refundsOf"),
    disputesOf: later("disputesOf"),
    eventsBetween: later("eventsBetween"),
    retrieveEvent: later("retrieveEvent"),
    reversedBetween: later("reversedBetween"),
    readEvent: later("readEvent"),
  };
}
