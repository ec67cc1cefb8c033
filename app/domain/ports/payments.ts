import type { BalanceCategory } from "../balanceCategories";
import type { Cents } from "../money";

/**
 * The two payment accounts. The service type chooses one, which stays fixed on order and subscription (rules.md
 * payments/two-accounts).
 */
export const paymentAccounts = ["regular", "custom"] as const;
export type PaymentAccount = (typeof paymentAccounts)[number];

export type IntentStatus =
  | "requires_payment_method"
  | "requires_confirmation"
  | "requires_action"
  | "processing"
  | "succeeded"
  | "canceled"
  | "requires_capture";

/** The provider's state of a payment or card setup, reduced to what the rules read. Amounts in cents. */
export interface PaymentState {
  kind: "payment" | "setup";
  id: string;
  account: PaymentAccount;
  status: IntentStatus;
  amount: Cents;
  /** The amount received; 0 until the payment succeeded. */
  received: Cents;
  currency: string;
  customerId: string | null;
  paymentMethodId: string | null;
  /** Only for the browser that pays. Never stored or logged. */
  clientSecret: string | null;
  metadata: Record<string, string>;
  decline: {
    code: string;
    declineCode: string | null;
    adviceCode: string | null;
    message: string;
    /** The declined card; null when the provider does not name it. */
    paymentMethodId: string | null;
  } | null;
  /** When the payment was opened, by the provider's clock. ms UTC. */
  createdAt: number;
  /**
   * The latest charge, paid or declined, which identifies the attempt. Null for a setup and before the first attempt.
   */
  latestChargeId: string | null;
  /** When that charge was made, in ms UTC. Null when the provider does not say; callers then use now. */
  chargedAt: number | null;
  /**
   * The bank's page for the cardholder (3-D Secure), when the confirmation had a return URL. Never stored or logged.
   */
  actionUrl: string | null;
}

/** The parts of a stored card that may be shown. */
export interface CardFacts {
  /** For example 'visa'. */
  brand: string;
  last4: string;
  /** ms UTC of the start of the month after its last valid one. */
  expiresAt: number;
}

/**
 * A card that the provider keeps for a customer. Nothing else of it leaves the provider (rules.md security/no-secrets).
 */
export interface SavedCard {
  id: string;
  brand: string;
  last4: string;
  /** 1 to 12. The card is valid to the end of this month. */
  expMonth: number;
  expYear: number;
  /** Exactly one of a customer's cards: the chosen one, else the newest. */
  isDefault: boolean;
  /** Other ids of the same card, which the customer entered more than once. */
  sameCards: string[];
}

/** A refund at the provider. Cents and ms UTC. */
export interface ProviderRefund {
  id: string;
  amount: Cents;
  state: "pending" | "succeeded" | "failed";
  /** The provider's value, e.g. 'requested_by_customer'; null for none. */
  reason: string | null;
  createdAt: number;
  metadata: Record<string, string>;
}

/** A dispute at the provider. Cents and ms UTC. */
export interface ProviderDispute {
  id: string;
  amount: Cents;
  /** The provider's values, e.g. 'needs_response' and 'fraudulent'. */
  status: string;
  reason: string;
  createdAt: number;
  /** Null when the bank accepts no evidence. */
  evidenceDueAt: number | null;
  /** Evidence was sent to the bank. */
  submitted: boolean;
  /** Amounts taken from the account. Negative when the money came back. */
  movements: { id: string; amount: Cents; at: number }[];
}

/** An account as the provider sees it. */
export interface ProviderAccount {
  id: string;
  /** As its owner sees it in the provider's dashboard; null when it has none. */
  name: string | null;
  /** Whether the secret key charges real cards. */
  live: boolean;
  chargesEnabled: boolean;
  cardPayments: "active" | "pending" | "inactive";
  /** What card statements show without a text of the portal; null for none. */
  statement: string | null;
  /** The beginning of statements with a text of the portal; null when the provider shortens `statement` for it. */
  statementPrefix: string | null;
}

/** A movement of an account's balance. Signed cents of `currency`, which is the account's own; ms UTC. */
export interface ProviderBalanceTransaction {
  id: string;
  category: BalanceCategory;
  /** Before the fee. */
  amount: Cents;
  fee: Cents;
  net: Cents;
  currency: string;
  /** The charge, refund, dispute or payout that moved it; null when the provider names none. */
  sourceId: string | null;
  paymentIntentId: string | null;
  createdAt: number;
}

/** The payment of a refund or dispute. */
export interface ReversedPayment {
  account: PaymentAccount;
  /** Null for a charge without a PaymentIntent, which is not ours. */
  paymentIntentId: string | null;
}

/** A hosted payment page. `url` is null once it is paid or expired. */
export interface HostedCheckout {
  id: string;
  account: PaymentAccount;
  status: "open" | "complete" | "expired";
  url: string | null;
  paymentIntentId: string | null;
  setupIntentId: string | null;
  metadata: Record<string, string>;
}

/**
 * The card provider, one account at a time. Every write carries the caller's idempotency key. Throws PaymentFailed
 * with the provider's message for a card error, and PaymentsUnavailable when the provider did not answer.
 */
export interface Payments {
  publishableKey(account: PaymentAccount): string;
  /** URL of the card field's script. */
  readonly scriptUrl: string;
  readonly sandbox: boolean;
  /** What the provider allows the account. Throws KeyRefused and PaymentsUnavailable. */
  accountOf(account: PaymentAccount): Promise<ProviderAccount>;
  createCustomer(input: {
    account: PaymentAccount;
    email: string;
    name: string;
    userId: string;
    key: string;
  }): Promise<string>;
  /** Null when the customer was deleted at the provider. */
  customerOf(account: PaymentAccount, customerId: string): Promise<{ name: string; email: string } | null>;
  /** The client's newest customer id with this email address that still exists in the account, or null. */
  findCustomer(account: PaymentAccount, client: { email: string; userId: string }): Promise<string | null>;
  createPayment(input: {
    account: PaymentAccount;
    amount: Cents;
    customerId: string;
    description: string;
    /** For the card statement, after the account's prefix. A text that the provider refuses is left out. */
    statementText: string | null;
    saveCard: boolean;
    metadata: Record<string, string>;
    key: string;
  }): Promise<PaymentState>;
  createSetup(input: {
    account: PaymentAccount;
    customerId: string;
    metadata: Record<string, string>;
    key: string;
  }): Promise<PaymentState>;
  retrievePayment(account: PaymentAccount, id: string): Promise<PaymentState>;
  /**
   * Payments opened between two times (ms UTC, inclusive, whole seconds), of one customer or the whole account,
   * newest first. Returns at most MAX_LISTED_PAYMENTS. If that many come back, call again with the last one's
   * `createdAt` as `until`.
   */
  listPayments(
    account: PaymentAccount,
    range: { customerId?: string; since: number; until?: number },
  ): Promise<PaymentState[]>;
  /** Throws NotFound for an id that this account does not have. */
  retrieveSetup(account: PaymentAccount, id: string): Promise<PaymentState>;
  /**
   * Charges the stored card once. With `returnUrl` the cardholder is present and may be asked to authenticate
   * (`actionUrl`). Resolves with the resulting state, also for a declined card (`decline`). If the payment had
   * already changed, resolves with its current state. Throws PaymentsUnavailable; the attempt may still have run.
   */
  confirmPayment(input: {
    account: PaymentAccount;
    id: string;
    paymentMethodId: string;
    returnUrl?: string;
    key: string;
  }): Promise<PaymentState>;
  /** Checks a saved card for later charges while the cardholder is present. Resolves as confirmPayment does. */
  confirmSetup(input: {
    account: PaymentAccount;
    id: string;
    paymentMethodId: string;
    returnUrl: string;
    key: string;
  }): Promise<PaymentState>;
  /** Null when the card no longer exists. */
  cardOf(account: PaymentAccount, paymentMethodId: string): Promise<CardFacts | null>;
  /** The customer's cards, newest first. Empty when the customer was deleted at the provider. */
  savedCards(account: PaymentAccount, customerId: string): Promise<SavedCard[]>;
  /** Throws NotFound when the customer no longer has the card. */
  setDefaultCard(account: PaymentAccount, customerId: string, cardId: string): Promise<void>;
  /** Final: a removed card can never be charged again. Removing it a second time does nothing. */
  removeCard(account: PaymentAccount, cardId: string): Promise<void>;
  /**
   * Puts a saved card on an open payment, which stays unconfirmed. Returns the state unchanged when the payment has
   * moved on. Throws NotFound when the customer no longer has the card.
   */
  attachCard(account: PaymentAccount, id: string, cardId: string): Promise<PaymentState>;
  /** Resolves with the resulting state: 'succeeded' when the payment was made before the cancellation. */
  cancelPayment(account: PaymentAccount, id: string): Promise<PaymentState>;
  cancelSetup(account: PaymentAccount, id: string): Promise<PaymentState>;
  createHostedCheckout(input: {
    account: PaymentAccount;
    mode: "payment" | "setup";
    amount: Cents;
    customerId: string;
    description: string;
    statementText: string | null;
    /** For renewals, which are charged without the cardholder. */
    saveCard: boolean;
    /** For the next checkout, as the buyer chose. Marked in the page's metadata as KEEP_CARD. */
    keepCard?: boolean;
    metadata: Record<string, string>;
    successUrl: string;
    cancelUrl: string;
    key: string;
  }): Promise<HostedCheckout>;
  /** Throws NotFound for an id that this account does not have. */
  retrieveHostedCheckout(account: PaymentAccount, id: string): Promise<HostedCheckout>;
  /** Resolves with the resulting state: 'complete' when it was paid before. */
  expireHostedCheckout(account: PaymentAccount, id: string): Promise<HostedCheckout>;
  /**
   * Refunds part of a payment, once per key. `metadata.refund_id` identifies the refund after a lost response. Throws
   * PaymentFailed when the provider rejects it.
   */
  createRefund(input: {
    account: PaymentAccount;
    paymentIntentId: string;
    amount: Cents;
    metadata: { refund_id: string; order_id?: string };
    key: string;
  }): Promise<ProviderRefund>;
  /** All refunds of one payment, including those made outside the portal. */
  refundsOf(account: PaymentAccount, paymentIntentId: string): Promise<ProviderRefund[]>;
  /** All disputes of one payment in their current state. */
  disputesOf(account: PaymentAccount, paymentIntentId: string): Promise<ProviderDispute[]>;
  /** Uploads a PDF for `stageEvidence` and returns its id. Throws RequestRefused. */
  uploadEvidenceFile(input: { account: PaymentAccount; name: string; bytes: Uint8Array; key: string }): Promise<string>;
  /**
   * Stores evidence by the provider's field names, files by their id, without sending it to the bank. An empty text
   * clears a field. Throws RequestRefused.
   */
  stageEvidence(input: EvidenceInput): Promise<void>;
  /** Sends evidence to the bank, once per dispute. Throws RequestRefused, also when it was sent before. */
  submitEvidence(input: EvidenceInput): Promise<void>;
  /**
   * Events between two times (ms UTC, inclusive, whole seconds), oldest first. Null for more than a page of 100; the
   * caller then asks for a shorter range. A range of one second returns all of them.
   */
  eventsBetween(account: PaymentAccount, from: number, until: number): Promise<PaymentEvent[] | null>;
  /** Throws for an event that the provider no longer keeps. */
  retrieveEvent(account: PaymentAccount, id: string): Promise<PaymentEvent>;
  /** Payments with a refund or dispute between two times (ms UTC), and when it happened. */
  reversedBetween(
    account: PaymentAccount,
    from: number,
    until: number,
  ): Promise<{ paymentIntentId: string; createdAt: number }[]>;
  /**
   * Movements of the account's balance between two times (ms UTC, inclusive, whole seconds), oldest first. Null for
   * more than MAX_LISTED_PAYMENTS; the caller then asks for a shorter range. A range of one second returns all.
   */
  listBalanceTransactions(
    account: PaymentAccount,
    from: number,
    until: number,
  ): Promise<ProviderBalanceTransaction[] | null>;
  /**
   * Verifies and parses a webhook's raw body. Throws UnverifiedEvent for a signature that does not match the
   * account's secret, or is older than 300 s.
   */
  readEvent(account: PaymentAccount, rawBody: string, signature: string | null): Promise<PaymentEvent>;
}

export interface EvidenceInput {
  account: PaymentAccount;
  disputeId: string;
  evidence: Record<string, string>;
  key: string;
}

/** The metadata of a hosted page whose buyer keeps the card. */
export const KEEP_CARD = "keep_card";

export const MAX_LISTED_PAYMENTS = 2_000;

export interface PaymentEvent {
  id: string;
  account: PaymentAccount;
  type: string;
  createdAt: number;
  /** The event's object, as far as the rules read it. */
  payment?: PaymentState;
  hosted?: HostedCheckout;
  refunded?: ReversedPayment;
  disputed?: ReversedPayment;
}
