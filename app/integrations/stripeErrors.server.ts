import Stripe from "stripe";
import { NotFound, PaymentFailed } from "~/domain/errors";
import { CustomerGone, PaymentsUnavailable, RequestRefused } from "~/domain/ports/paymentFailures";

/** Maps SDK errors to domain errors. Others stay faults. */
export async function ask<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) throw new PaymentFailed(error.message);
    const kind = failureKind(error);
    if (kind)
      throw new PaymentsUnavailable("The card provider did not answer", {
        cause: error,
        provider: { kind, account: null, call: null, record: null },
      });
    if (isRefused(error) && error.code === "resource_missing" && error.param === "customer")
      throw new CustomerGone(error.message, { cause: error });
    if (isRefused(error)) throw new RequestRefused(error.message, { cause: error });
    throw error;
  }
}

/** Why the provider could not answer; null for an answer. The caller adds call, account and record. */
function failureKind(error: unknown): string | null {
  if (error instanceof Stripe.errors.StripeConnectionError) return isTimeout(error) ? "timeout" : "connection";
  if (error instanceof Stripe.errors.StripeRateLimitError) return "rate limit";
  if (error instanceof Stripe.errors.StripeAuthenticationError || error instanceof Stripe.errors.StripePermissionError)
    return "key";
  // 409 and 5xx: another request holds the key, or the outcome is unknown.
  if (!(error instanceof Stripe.errors.StripeAPIError)) return null;
  const status = error.statusCode ?? 0;
  return status === 409 ? "conflict" : status >= 500 ? "server error" : "broken answer";
}

const isTimeout = ({ detail, code, message }: InstanceType<typeof Stripe.errors.StripeConnectionError>) =>
  code === "ETIMEDOUT" || /ProviderTimeout|in time|No answer within/.test(`${String(detail)} ${message}`);

export const isServerError = (error: unknown) =>
  error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500;

/** Requests that can never succeed: more than the remaining amount, or an unknown payment. */
export const isRefused = (error: unknown): error is InstanceType<typeof Stripe.errors.StripeInvalidRequestError> =>
  error instanceof Stripe.errors.StripeInvalidRequestError && [400, 404].includes(error.statusCode ?? 0);

/** Ids from requests may be invented, so an unknown one is not a fault. */
export const known = <T>(retrieval: Promise<T>) =>
  retrieval.catch((error: unknown) => {
    throw isRefused(error) ? new NotFound() : error;
  });

/** A definite no: from the bank (402), or because intent or card changed (400, 404). */
export const isRefusedTry = (error: unknown) => error instanceof Stripe.errors.StripeCardError || isRefused(error);

/** If the object has already moved on, returns its present state instead of the error. */
export async function unlessTooLate<T>(attempt: Promise<T>, present: () => Promise<T>): Promise<T> {
  try {
    return await attempt;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 400) return await present();
    throw error;
  }
}
