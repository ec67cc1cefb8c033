/**
 * The message for cardholders on Stripe's pages and in Stripe.js. The API's own text for a failed authentication
 * addresses developers.
 */
export function holderMessage({
  code,
  message,
}: {
  code?: string | null;
  message?: string | null;
}): string | undefined {
  if (code === "payment_intent_authentication_failure" || code === "setup_intent_authentication_failure")
    return "We are unable to authenticate your payment method. Please choose a different payment method and try again.";
  return message ?? undefined;
}
