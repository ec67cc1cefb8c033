import type Stripe from "stripe";
import type { Call } from "./call";

type Intent = Stripe.PaymentIntent | Stripe.SetupIntent;

/**
 * Where the cardholder authenticates: a separate page for a server's confirm with `return_url`, a dialog for
 * Stripe.js (`use_stripe_sdk`), as Stripe decides it.
 */
export function nextActionOf(call: Call, intent: Intent, options: { returnUrl?: string; useStripeSdk: boolean }) {
  const url = `${call.siteUrl}/__stripe/3ds/${intent.id}?client_secret=${intent.client_secret}`;
  if (options.returnUrl && !options.useStripeSdk) {
    return { type: "redirect_to_url", redirect_to_url: { return_url: options.returnUrl, url } };
  }
  return { type: "use_stripe_sdk", use_stripe_sdk: { type: "three_d_secure_redirect", stripe_js: url } };
}
