import { type PaymentAccount, paymentAccounts } from "./payments";

/** Which provider call failed, for the log. */
export interface FailedCall {
  /** Why: timeout, connection, rate limit, server error, conflict, broken answer, key. */
  kind: string;
  account: PaymentAccount | null;
  /** A call of this port. */
  call: string | null;
  /** The payment, order, subscription or customer that it was about. */
  record: string | null;
}

/** Calls that prepare a payment: no card is charged, whatever became of them. */
const uncharged = [
  "accountOf",
  "createCustomer",
  "customerOf",
  "findCustomer",
  "createPayment",
  "createSetup",
  "createHostedCheckout",
  "listPayments",
  "cardOf",
];

const ofDisputes = ["disputesOf", "uploadEvidenceFile", "stageEvidence", "submitEvidence"];

/**
 * The text for a person when the provider fails (rules.md payments/silent-provider): nothing was charged, or we do not
 * know yet.
 */
export function failureTextOf({ provider }: PaymentsUnavailable): string {
  if (provider?.call && uncharged.includes(provider.call))
    return "The payment provider does not answer. Nothing was charged. Please try again in a minute.";
  if (provider?.call && ofDisputes.includes(provider.call))
    return "The card provider does not answer. Please try again in a minute. An answer is never sent twice.";
  if (provider?.call === "createRefund")
    return "The payment provider does not answer. We keep asking whether the refund went through. Do not send it again.";
  return "The payment provider does not answer. We are asking the bank whether the payment went through and will email you. Do not pay again.";
}

/** The provider did not answer or could not process the request. The outcome is unknown, so retry later. */
export class PaymentsUnavailable extends Error {
  override readonly name: string = "PaymentsUnavailable";
  readonly provider?: FailedCall;
  constructor(message?: string, options?: { cause?: unknown; provider?: FailedCall }) {
    super(message, options);
    if (options?.provider) this.provider = options.provider;
  }
}

const KEY_REFUSED = "KeyRefused";

/** The provider no longer accepts an account's secret key: it was revoked or mistyped. Nothing was done. */
export class KeyRefused extends PaymentsUnavailable {
  /** Names the account, because jobs store the name alone. */
  override readonly name: string;
  constructor(account: PaymentAccount | null, options?: { cause?: unknown; provider?: FailedCall }) {
    super("The card provider does not accept this account's secret key", options);
    this.name = `${KEY_REFUSED} (${account ?? "unknown account"})`;
  }
}

/** The account of a stored error's name, if that says that the key is refused. */
export const accountOfRefusedKey = (name: string | null) =>
  paymentAccounts.find((account) => name === `${KEY_REFUSED} (${account})`) ?? null;

/**
 * The provider rejected the request itself: an object is missing, or the action is impossible. No card was charged.
 * The message is for staff only.
 */
export class RequestRefused extends Error {}

/** The request names a customer that was deleted at the provider. */
export class CustomerGone extends RequestRefused {}

/** The deployment's payment values must not be used. The message names the variable, never its value. */
export class PaymentsMisconfigured extends Error {}

/** A webhook that the account's secret did not sign, or that is too old. */
export class UnverifiedEvent extends Error {}
