import type { PaymentIntent, PaymentMethod, SetupIntent } from "@stripe/stripe-js";
import { sandboxBase } from "./api";
import { CardElement, type CardOptions } from "./cardElement";
import { ExpressCheckoutElement, type GroupOptions } from "./expressElement";
import { type ConfirmData, Intents, TEST_WALLET } from "./intents";

const base = sandboxBase(document.currentScript instanceof HTMLScriptElement ? document.currentScript : null);

/** `Stripe(publishableKey)`, as far as a shop with a card element needs it. */
function Stripe(publishableKey: string) {
  if (!publishableKey) throw new Error("Please call Stripe() with your publishable key. You used an empty string.");
  if (publishableKey.startsWith("sk_"))
    throw new Error("You should not use your secret key with Stripe.js. Please pass a publishable key instead.");
  const intents = new Intents(base, publishableKey);
  return {
    elements: (options: GroupOptions = {}) => elementsGroup(options),
    confirmPayment: async ({
      elements,
      clientSecret,
      confirmParams = {},
    }: {
      elements: Group;
      clientSecret: string;
      confirmParams?: Pick<ConfirmData, "return_url">;
    }) => {
      const { value, error } = await intents.retrieve<PaymentIntent>("payment_intents", clientSecret);
      const wrong = value ? elements.differsFrom(value) : undefined;
      if (error || wrong) return { error: error ?? wrong };
      const data = { ...confirmParams, payment_method: { card: TEST_WALLET } };
      return named("paymentIntent", await intents.confirm<PaymentIntent>("payment_intents", clientSecret, data, true));
    },
    confirmCardPayment: async (clientSecret: string, data: ConfirmData = {}, { handleActions = true } = {}) =>
      named(
        "paymentIntent",
        await intents.confirm<PaymentIntent>("payment_intents", clientSecret, data, handleActions),
      ),
    confirmCardSetup: async (clientSecret: string, data: ConfirmData = {}, { handleActions = true } = {}) =>
      named("setupIntent", await intents.confirm<SetupIntent>("setup_intents", clientSecret, data, handleActions)),
    handleNextAction: async ({ clientSecret }: { clientSecret: string }) =>
      named(
        clientSecret.startsWith("seti_") ? "setupIntent" : "paymentIntent",
        await intents.handleNextAction<PaymentIntent | SetupIntent>(clientSecret),
      ),
    handleCardAction: async (clientSecret: string) =>
      named("paymentIntent", await intents.handleNextAction<PaymentIntent>(clientSecret)),
    retrievePaymentIntent: async (clientSecret: string) =>
      named("paymentIntent", await intents.retrieve<PaymentIntent>("payment_intents", clientSecret)),
    retrieveSetupIntent: async (clientSecret: string) =>
      named("setupIntent", await intents.retrieve<SetupIntent>("setup_intents", clientSecret)),
    createPaymentMethod: async ({
      card,
      billing_details,
    }: {
      type: "card";
      card: CardElement;
      billing_details?: Parameters<Intents["createMethod"]>[1];
    }) => named("paymentMethod", await intents.createMethod<PaymentMethod>(card, billing_details)),
    registerAppInfo: () => undefined,
  };
}

Stripe.version = "sandbox";

type Group = ReturnType<typeof elementsGroup>;

function elementsGroup(group: GroupOptions) {
  let card: CardElement | null = null;
  return {
    create(type: string, options: CardOptions = {}) {
      if (type === "expressCheckout") return new ExpressCheckoutElement();
      if (type !== "card")
        throw new Error(
          `A valid Element name must be provided. Valid Elements are: card, expressCheckout; you passed: ${type}.`,
        );
      card = new CardElement(options);
      return card;
    },
    getElement(type: unknown) {
      return type === "card" || type === CardElement ? card : null;
    },
    update: (changes: GroupOptions) => void Object.assign(group, changes),
    submit: async () => ({}),
    /** Stripe confirms no intent that differs from what the sheet has shown. */
    differsFrom({ amount, currency, setup_future_usage }: PaymentIntent) {
      const asShown =
        amount === group.amount &&
        currency === group.currency &&
        (setup_future_usage ?? null) === (group.setupFutureUsage ?? null);
      return asShown
        ? undefined
        : {
            type: "invalid_request_error",
            message: "The payment details that were collected do not match the PaymentIntent.",
          };
    },
  };
}

/** `{paymentIntent}` or `{error}`, never both. */
function named<N extends string, T>(name: N, { value, error }: { value?: T; error?: object }) {
  return error ? { error } : { [name]: value };
}

Object.assign(window, { Stripe });
