import Stripe from "stripe";
import { NotFound, PaymentFailed } from "~/domain/errors";
import { CustomerGone, PaymentsUnavailable, RequestRefused } from "~/domain/ports";

/** Turns the SDK's errors into those that rules know. Any other, e.g. about our keys, stays a fault. */
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
  // 409 and 5xx: another request with the same key is at work, or nobody knows.
  error instanceof Stripe.errors.StripeAPIError;

export const isServerError = (error: unknown) =>
  error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500;

/** What can never be: more than is left, a payment that is not there. */
export const isRefused = (error: unknown): error is InstanceType<typeof Stripe.errors.StripeInvalidRequestError> =>
  error instanceof Stripe.errors.StripeInvalidRequestError && [400, 404].includes(error.statusCode ?? 0);

/** An id from outside may be anybody's invention. */
export const known = <T>(retrieval: Promise<T>) =>
  retrieval.catch((error: unknown) => {
    throw isRefused(error) ? new NotFound() : error;
  });

/** A try that was answered with no: by the bank (402), or because intent or card are not what they were (400, 404). */
export const isRefusedTry = (error: unknown) => error instanceof Stripe.errors.StripeCardError || isRefused(error);

/** What was asked may no longer be possible because the object has moved on: then its present state is the answer. */
export async function unlessTooLate<T>(attempt: Promise<T>, present: () => Promise<T>): Promise<T> {
  try {
    return await attempt;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 400) return await present();
    throw error;
  }
}
