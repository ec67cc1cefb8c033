import type { Stripe } from "@stripe/stripe-js";

let loading: Promise<Stripe> | undefined;

/**
 * Loads the card provider's script once per page. The sandbox serves a stub with the same API. Rejects when loading
 * fails.
 */
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
  // Allows a retry after a failed load.
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}
