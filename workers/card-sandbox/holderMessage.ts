/** What Stripe's own pages and Stripe.js tell the holder; the API words a failed authentication for developers. */
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
