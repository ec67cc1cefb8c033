import type Stripe from "stripe";
import { PaymentsUnavailable } from "~/domain/ports/paymentFailures";
import type {
  CardFacts,
  HostedCheckout,
  PaymentAccount,
  PaymentEvent,
  PaymentState,
  ProviderDispute,
  ProviderRefund,
  ReversedPayment,
  SavedCard,
} from "~/domain/ports/payments";

/** The portal's only currency, in Stripe's notation. */
export const CURRENCY = "usd";

/** The SDK accepts any body without `error` as success. Throws PaymentsUnavailable for an object of another kind. */
export function expectKind<T extends { id: string; object: string }>(answer: T, kind: T["object"]): T {
  if (answer?.object !== kind || typeof answer.id !== "string") {
    throw new PaymentsUnavailable(`The card provider did not answer with a ${kind}`);
  }
  return answer;
}

/** The id of an expanded or unexpanded reference. */
export const idOf = (value: string | { id: string } | null | undefined) =>
  typeof value === "string" ? value : (value?.id ?? null);

/** Maps a decline: the provider's message and codes. */
export const declineOf = (
  error:
    | (Pick<Stripe.PaymentIntent.LastPaymentError, "code" | "decline_code" | "advice_code" | "message"> & {
        payment_method?: { id: string };
      })
    | null,
): PaymentState["decline"] =>
  error
    ? {
        code: error.code ?? "card_declined",
        declineCode: error.decline_code ?? null,
        adviceCode: error.advice_code ?? null,
        message: error.message ?? "Your card was declined.",
        paymentMethodId: error.payment_method?.id ?? null,
      }
    : null;

/** Maps a PaymentIntent. Cents. */
export function paymentState(account: PaymentAccount, answer: Stripe.PaymentIntent): PaymentState {
  const intent = expectKind(answer, "payment_intent");
  return {
    kind: "payment",
    id: intent.id,
    account,
    status: intent.status as PaymentState["status"],
    amount: intent.amount,
    received: intent.amount_received,
    currency: intent.currency,
    customerId: idOf(intent.customer),
    paymentMethodId: idOf(intent.payment_method),
    clientSecret: intent.client_secret,
    metadata: intent.metadata,
    decline: declineOf(intent.last_payment_error),
    createdAt: intent.created * 1000,
    latestChargeId: idOf(intent.latest_charge),
    chargedAt:
      typeof intent.latest_charge === "object" && intent.latest_charge ? intent.latest_charge.created * 1000 : null,
    actionUrl: intent.next_action?.redirect_to_url?.url ?? null,
  };
}

/** Maps a SetupIntent, which charges nothing. */
export function setupState(account: PaymentAccount, answer: Stripe.SetupIntent): PaymentState {
  const intent = expectKind(answer, "setup_intent");
  return {
    kind: "setup",
    id: intent.id,
    account,
    status: intent.status as PaymentState["status"],
    amount: 0,
    received: 0,
    currency: CURRENCY,
    customerId: idOf(intent.customer),
    paymentMethodId: idOf(intent.payment_method),
    clientSecret: intent.client_secret,
    metadata: intent.metadata ?? {},
    decline: declineOf(intent.last_setup_error),
    createdAt: intent.created * 1000,
    latestChargeId: null,
    chargedAt: null,
    actionUrl: intent.next_action?.redirect_to_url?.url ?? null,
  };
}

/** Maps a card; null for other payment methods. */
export function cardFacts(answer: Stripe.PaymentMethod): CardFacts | null {
  const { card } = expectKind(answer, "payment_method");
  // Date.UTC counts months from 0, so this is the first day after the expiry month.
  return card ? { brand: card.brand, last4: card.last4, expiresAt: Date.UTC(card.exp_year, card.exp_month, 1) } : null;
}

/**
 * Maps the cards of a customer, newest first, each card once however often it was entered. Without a chosen default it
 * is the newest.
 */
export function savedCards(
  customer: Stripe.Customer | Stripe.DeletedCustomer,
  methods: readonly Stripe.PaymentMethod[],
): SavedCard[] {
  const chosen = customer.deleted ? null : idOf(customer.invoice_settings.default_payment_method);
  const entered = methods.flatMap(({ id, card }) => (card ? [{ id, card }] : []));
  const isDefault = entered.some(({ id }) => id === chosen) ? chosen : entered[0]?.id;
  const cards = new Map<string, typeof entered>();
  for (const one of entered) {
    const key = one.card.fingerprint ?? one.id;
    cards.set(key, [...(cards.get(key) ?? []), one]);
  }
  return [...cards.values()].map((same) => {
    const { id, card } = same.find((one) => one.id === isDefault) ?? same[0]!;
    return {
      id,
      brand: card.brand,
      last4: card.last4,
      expMonth: card.exp_month,
      expYear: card.exp_year,
      isDefault: id === isDefault,
      sameCards: same.map((one) => one.id).filter((one) => one !== id),
    };
  });
}

/** Maps a Checkout Session. */
export function hostedCheckout(account: PaymentAccount, answer: Stripe.Checkout.Session): HostedCheckout {
  const session = expectKind(answer, "checkout.session");
  return {
    id: session.id,
    account,
    status: (session.status ?? "open") as HostedCheckout["status"],
    url: session.status === "open" ? (session.url ?? null) : null,
    paymentIntentId: idOf(session.payment_intent),
    setupIntentId: idOf(session.setup_intent),
    metadata: session.metadata ?? {},
  };
}

/** A canceled refund never left the account; one that requires action is still pending. */
const refundStateOf = (status: string | null): ProviderRefund["state"] => {
  if (status === "succeeded") return "succeeded";
  return status === "failed" || status === "canceled" ? "failed" : "pending";
};

/** Maps a Refund. Cents. */
export function providerRefund(answer: Stripe.Refund): ProviderRefund {
  const refund = expectKind(answer, "refund");
  return {
    id: refund.id,
    amount: refund.amount,
    state: refundStateOf(refund.status),
    reason: refund.reason,
    createdAt: refund.created * 1000,
    metadata: refund.metadata ?? {},
  };
}

/** Maps a Dispute. Cents. */
export function providerDispute(answer: Stripe.Dispute): ProviderDispute {
  const dispute = expectKind(answer, "dispute");
  const { id, amount, currency, status, reason, created, evidence_details, balance_transactions } = dispute;
  return {
    id,
    amount,
    status,
    reason,
    createdAt: created * 1000,
    evidenceDueAt: evidence_details.due_by ? evidence_details.due_by * 1000 : null,
    submitted: evidence_details.submission_count > 0,
    movements: balance_transactions.map((moved) => ({
      id: moved.id,
      // In an account with another currency only the sign is usable; the dispute's amount is in the order's currency.
      amount: moved.currency === currency ? -moved.amount : -Math.sign(moved.amount) * amount,
      at: moved.created * 1000,
    })),
  };
}

const reversedPayment = (
  account: PaymentAccount,
  about: Stripe.Charge | Stripe.Refund | Stripe.Dispute,
): ReversedPayment => ({
  account,
  paymentIntentId: idOf(about.payment_intent),
});

/** Maps an event with its object. */
export function paymentEvent(account: PaymentAccount, event: Stripe.Event): PaymentEvent {
  const common = { id: event.id, account, type: event.type, createdAt: event.created * 1000 };
  switch (event.type) {
    case "payment_intent.succeeded":
      // The event does not expand the charge, but is created together with it.
      return { ...common, payment: { ...paymentState(account, event.data.object), chargedAt: common.createdAt } };
    case "payment_intent.payment_failed":
    case "payment_intent.canceled":
      return { ...common, payment: paymentState(account, event.data.object) };
    case "setup_intent.succeeded":
      return { ...common, payment: setupState(account, event.data.object) };
    case "checkout.session.completed":
    case "checkout.session.expired":
      return { ...common, hosted: hostedCheckout(account, event.data.object) };
    case "charge.refunded":
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
      return { ...common, refunded: reversedPayment(account, event.data.object) };
    case "charge.dispute.created":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.updated":
    case "charge.dispute.closed":
    case "charge.dispute.funds_reinstated":
      return { ...common, disputed: reversedPayment(account, event.data.object) };
    default:
      return common;
  }
}
