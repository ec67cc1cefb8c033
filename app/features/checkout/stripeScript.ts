import type { Stripe } from "@stripe/stripe-js";

let loading: Promise<Stripe> | undefined;

/** The card provider's script, once a page; the stand-in of the sandbox answers the same words. Rejects when it cannot be had. */
export function loadStripe(scriptUrl: string, publishableKey: string): Promise<Stripe> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = scriptUrl;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error("The card field could not load"));
    document.head.appendChild(script);
  }).then(() => {
    const make = (window as { Stripe?: (key: string) => Stripe }).Stripe;
    if (!make) throw new Error("The card field could not load");
    return make(publishableKey);
  });
  // A failed load may be tried again.
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}
