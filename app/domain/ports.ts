import type { LinkClick } from "./affiliates/visit";
import type { PaymentAccount } from "./catalogue/serviceTypes";
import type { PrintedInvoice } from "./invoices/printedInvoice";
import type { Cents } from "./money";
import type { RefundState } from "./orders/orderWork";
import type { PayoutStatement } from "./payouts/payoutStatement";

/** Objects kept outside the database (R2). */
export interface Files {
  put(key: string, body: ArrayBuffer | Uint8Array, contentType: string): Promise<void>;
  /** Keeps what a stream brings without holding it as a whole; nothing is kept when it fails. Answers how many bytes. */
  putStream(key: string, body: ReadableStream<Uint8Array>, contentType: string): Promise<number>;
  get(key: string): Promise<{ body: ReadableStream; size: number } | null>;
  delete(keys: string[]): Promise<void>;
}

/** Makes documents to be printed and kept. */
export interface Printer {
  /** The PDF of an invoice. */
  invoice(invoice: PrintedInvoice): Promise<Uint8Array>;
  /** The PDF of what an affiliate got by a payout. */
  payoutStatement(statement: PayoutStatement): Promise<Uint8Array>;
}

/** The Referral Worker's own way with a click, for those who come by another door than its redirect. */
export interface Referrals {
  /** Sends the visit off, waiting for nothing, and answers the Set-Cookie that remembers the click. */
  click(click: LinkClick): Promise<string>;
}

/** What rules say to the live parts of the portal, after a change is written. Never throws. */
export interface Publish {
  /** Rows of the outbox wait: they leave at once instead of with the next sweep. */
  outboxWaiting(): Promise<void>;
  /** Exports wait to be made: the queue is woken at once instead of by the next cron. */
  exportsWaiting(): Promise<void>;
  /** A session ended (all of a person's when none is named): its live sockets close (quality S2). */
  sessionEnded(userId: string, sessionId?: string): Promise<void>;
  /** Something on an order that these people may have open is new: their pages read it again. Carries no content. */
  orderChanged(orderId: string, userIds: readonly string[]): Promise<void>;
}

/** Keyed proofs with the portal's own secret. */
export interface Signer {
  /** HMAC-SHA256 of `text`, base64url. The purpose is part of `text`, so that one proof never serves another. */
  mac(text: string): Promise<string>;
  /** `text` as only this portal can read it (AES-GCM); the purpose is sealed in, so that it opens for that alone. */
  seal(text: string, purpose: string): Promise<string>;
  /** What `seal` closed for this purpose; null for anything else. */
  unseal(sealed: string, purpose: string): Promise<string | null>;
  /** The access token of the API (a JWT), good until `expiresAt` (ms UTC). */
  accessToken(claims: AccessClaims, expiresAt: number): Promise<string>;
  /** The claims of a token of ours that is still good at `now`, else null. */
  readAccessToken(token: string, now: number): Promise<AccessClaims | null>;
}

export interface AccessClaims {
  sessionId: string;
  generation: number;
}

export type IntentStatus =
  | "requires_payment_method"
  | "requires_confirmation"
  | "requires_action"
  | "processing"
  | "succeeded"
  | "canceled"
  | "requires_capture";

/** What the provider says of a payment or of a card set-up, reduced to what rules read. Amounts in cents. */
export interface PaymentState {
  kind: "payment" | "setup";
  id: string;
  account: PaymentAccount;
  status: IntentStatus;
  amount: Cents;
  /** What was really received; 0 until it succeeded. */
  received: Cents;
  currency: string;
  customerId: string | null;
  paymentMethodId: string | null;
  /** Only for the browser that pays; never stored or logged. */
  clientSecret: string | null;
  metadata: Record<string, string>;
  decline: {
    code: string;
    declineCode: string | null;
    adviceCode: string | null;
    message: string;
    /** The card that was refused; null when the provider names none. */
    paymentMethodId: string | null;
  } | null;
  /** When the payment was opened, by the provider's clock. ms UTC. */
  createdAt: number;
  /** The newest try's charge, paid or refused: names the try. Null for a set-up and before the first try. */
  latestChargeId: string | null;
  /** When that charge was made, ms UTC. Null where the provider does not say: it is taken to be now. */
  chargedAt: number | null;
  /** The bank's page for its owner (3-D Secure), for a confirmation that named where to return to. Never stored or logged. */
  actionUrl: string | null;
}

/** What people may know of a stored card. */
export interface CardFacts {
  /** e.g. 'visa'. */
  brand: string;
  last4: string;
  /** ms UTC: the first moment at which it is no longer good, the start of the month after its last. */
  expiresAt: number;
}

/** One refund as the provider has it. Cents and ms UTC. */
export interface ProviderRefund {
  id: string;
  amount: Cents;
  state: RefundState;
  /** The provider's word, e.g. 'requested_by_customer'; null when none was given. */
  reason: string | null;
  createdAt: number;
  metadata: Record<string, string>;
}

/** One dispute of a payment as the provider has it. Cents and ms UTC. */
export interface ProviderDispute {
  id: string;
  amount: Cents;
  /** The provider's words, e.g. 'needs_response' and 'fraudulent'. */
  status: string;
  reason: string;
  createdAt: number;
  /** Null where the bank takes no evidence. */
  evidenceDueAt: number | null;
  /** What it took from the account, and, below 0, what came back. */
  movements: { id: string; amount: Cents; at: number }[];
}

/** The payment that a refund or a dispute is about. */
export interface ReversedPayment {
  account: PaymentAccount;
  /** Null for a charge that no PaymentIntent made: none of ours. */
  paymentIntentId: string | null;
}

/** A hosted payment page. `url` is null once it is used or expired. */
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
 * The card provider, one account at a time. Every call that writes carries the caller's idempotency key.
 * Throws PaymentFailed with the provider's words for a card error, and PaymentsUnavailable when it did not answer.
 */
export interface Payments {
  publishableKey(account: PaymentAccount): string;
  /** Address of the card field's script. */
  readonly scriptUrl: string;
  readonly sandbox: boolean;
  createCustomer(input: {
    account: PaymentAccount;
    email: string;
    name: string;
    userId: string;
    key: string;
  }): Promise<string>;
  /** Who a customer record is about; null when it was deleted at the provider. */
  customerOf(account: PaymentAccount, customerId: string): Promise<{ name: string; email: string } | null>;
  /** The newest record of a client that the account still has, made under this address; null when there is none. */
  findCustomer(account: PaymentAccount, client: { email: string; userId: string }): Promise<string | null>;
  createPayment(input: {
    account: PaymentAccount;
    amount: Cents;
    customerId: string;
    description: string;
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
   * Payments opened between two moments (ms UTC, both included, in whole seconds), of one customer or of the whole
   * account, newest first. At most MAX_LISTED_PAYMENTS: a full answer may go on, asked again with the last one's
   * `createdAt` as `until`.
   */
  listPayments(
    account: PaymentAccount,
    range: { customerId?: string; since: number; until?: number },
  ): Promise<PaymentState[]>;
  /** Throws NotFound for an id that this account does not know. */
  retrieveSetup(account: PaymentAccount, id: string): Promise<PaymentState>;
  /**
   * Charges the stored card: one try. With `returnUrl` its owner is there and may be asked (`actionUrl`); without, nobody
   * is. Resolves with the state after the try, also when the card was refused (`decline`) or can no longer be charged, and
   * with the present state when the payment had moved on before. Throws PaymentsUnavailable: the try may have run.
   */
  confirmPayment(input: {
    account: PaymentAccount;
    id: string;
    paymentMethodId: string;
    returnUrl?: string;
    key: string;
  }): Promise<PaymentState>;
  /** Null when there is no such card any more. */
  cardOf(account: PaymentAccount, paymentMethodId: string): Promise<CardFacts | null>;
  /** Resolves with the state after the attempt: 'succeeded' when it was paid before the cancellation arrived. */
  cancelPayment(account: PaymentAccount, id: string): Promise<PaymentState>;
  cancelSetup(account: PaymentAccount, id: string): Promise<PaymentState>;
  createHostedCheckout(input: {
    account: PaymentAccount;
    mode: "payment" | "setup";
    amount: Cents;
    customerId: string;
    description: string;
    saveCard: boolean;
    metadata: Record<string, string>;
    successUrl: string;
    cancelUrl: string;
    key: string;
  }): Promise<HostedCheckout>;
  /** Throws NotFound for an id that this account does not know. */
  retrieveHostedCheckout(account: PaymentAccount, id: string): Promise<HostedCheckout>;
  /** Resolves with the state after the attempt: 'complete' when it was paid before. */
  expireHostedCheckout(account: PaymentAccount, id: string): Promise<HostedCheckout>;
  /**
   * Gives back a part of a payment, once for its key: `metadata.refund_id` finds it when an answer was lost. Throws
   * PaymentFailed when the provider refuses it.
   */
  createRefund(input: {
    account: PaymentAccount;
    paymentIntentId: string;
    amount: Cents;
    metadata: { refund_id: string; order_id?: string };
    key: string;
  }): Promise<ProviderRefund>;
  /** Everything that was given back of one payment, wherever it was asked for. */
  refundsOf(account: PaymentAccount, paymentIntentId: string): Promise<ProviderRefund[]>;
  /** Every dispute of one payment, as it stands. */
  disputesOf(account: PaymentAccount, paymentIntentId: string): Promise<ProviderDispute[]>;
  /**
   * Events between two moments (ms UTC, both included, in whole seconds), oldest first. Null when there are more than a
   * page of 100 and a shorter time can be asked for; all of them when the time is a second.
   */
  eventsBetween(account: PaymentAccount, from: number, until: number): Promise<PaymentEvent[] | null>;
  /** Throws for an event that the provider no longer keeps. */
  retrieveEvent(account: PaymentAccount, id: string): Promise<PaymentEvent>;
  /** Payments of which something was refunded or disputed between two moments (ms UTC), with the moment of it. */
  reversedBetween(
    account: PaymentAccount,
    from: number,
    until: number,
  ): Promise<{ paymentIntentId: string; createdAt: number }[]>;
  /**
   * The event of a webhook's raw body. Throws UnverifiedEvent when the account's secret did not sign it or when it is
   * more than 300 s old by the portal's clock.
   */
  readEvent(account: PaymentAccount, rawBody: string, signature: string | null): Promise<PaymentEvent>;
}

export const MAX_LISTED_PAYMENTS = 2_000;

export interface PaymentEvent {
  id: string;
  account: PaymentAccount;
  type: string;
  createdAt: number;
  /** The object the event is about, as far as rules read it. */
  payment?: PaymentState;
  hosted?: HostedCheckout;
  refunded?: ReversedPayment;
  disputed?: ReversedPayment;
}

/** The provider did not answer or refused to work: nothing is known, ask again later. */
export class PaymentsUnavailable extends Error {}

/**
 * The provider refuses a request as such: what it names is not there, or can never be done. No card was asked. Its words
 * are for staff alone.
 */
export class RequestRefused extends Error {}

/** The customer record that a request names was deleted at the provider. */
export class CustomerGone extends RequestRefused {}

/** A webhook that this account's provider did not send, or sent too long ago. */
export class UnverifiedEvent extends Error {}
