import type Stripe from "stripe";

/** The success_url of a completed session, with {CHECKOUT_SESSION_ID} filled in. */
export function finishUrl(session: Stripe.Checkout.Session): string {
  return (session.success_url ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}

/** The return address of a 3-D Secure page, with the parameters Stripe adds to the shop's return_url. */
export function returnUrlOf(intent: Stripe.PaymentIntent | Stripe.SetupIntent, returnUrl: string): string {
  const url = new URL(returnUrl);
  const kind = intent.object;
  url.searchParams.set(kind, intent.id);
  url.searchParams.set(`${kind}_client_secret`, intent.client_secret ?? "");
  url.searchParams.set("redirect_status", intent.status === "succeeded" ? "succeeded" : "failed");
  return url.href;
}
