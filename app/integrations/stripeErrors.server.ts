import Stripe from "stripe";
import { NotFound, PaymentFailed } from "~/domain/errors";
import { CustomerGone, PaymentsUnavailable, RequestRefused } from "~/domain/ports/payments";

/** Maps SDK errors to domain errors. Others, e.g. about the portal's keys, stay faults. */
export async function ask<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) throw new PaymentFailed(error.message);
    if (isUnavailable(error)) throw new PaymentsUnavailable("The card provider did not answer", { cause: error });
    if (isRefused(error) && error.code === "resource_missing" && error.param === "customer")
      throw new CustomerGone(error.message, { cause: error });
    if (isRefused(error)) throw new RequestRefused(error.message, { cause: error });
    throw error;
  }
}

const isUnavailable = (error: unknown) =>
  error instanceof Stripe.errors.StripeConnectionError ||
  error instanceof Stripe.errors.StripeRateLimitError ||
  // 409 and 5xx: another request holds the key, or the outcome is unknown.
  error instanceof Stripe.errors.StripeAPIError;

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
