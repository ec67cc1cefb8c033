import { namedMode } from "~/integrations/paymentMode.server";
import { commonHeaders } from "./commonHeaders";
import type { PortalEnv } from "./environment.server";

interface Asked {
  env: PortalEnv;
  nonce: string;
  /** Whether the answer may show what belongs to one person. */
  personal: boolean;
}

/** The Content-Security-Policy of pages. Stripe mode allows the provider's hosts and no others. */
function contentSecurityPolicy({ env, nonce }: Pick<Asked, "env" | "nonce">) {
  const stripe = namedMode(env) === "stripe";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${stripe ? " https://js.stripe.com" : ""}`,
    `style-src 'self' 'nonce-${nonce}'`,
    // React writes style attributes. They cannot load or run anything.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self' https:",
    `connect-src 'self'${stripe ? " https://api.stripe.com" : ""}`,
    `frame-src 'self'${stripe ? " https://js.stripe.com https://hooks.stripe.com" : ""}`,
    `form-action 'self'${stripe ? " https://checkout.stripe.com" : ""}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join("; ");
}

/**
 * Sets the security headers of a response (rules.md security/headers). Keeps a caching header or policy that is
 * already set.
 */
export function secureHeaders(headers: Headers, { env, nonce, personal }: Asked) {
  const put = (name: string, value: string) => {
    if (!headers.has(name)) headers.set(name, value);
  };
  put("Content-Security-Policy", contentSecurityPolicy({ env, nonce }));
  const common = commonHeaders(env.SITE_URL);
  if (namedMode(env) === "stripe") {
    // Wallets ask for the payment in the provider's frame, or in a window that answers its opener (rules.md
    // checkout/express).
    put("Permissions-Policy", common["Permissions-Policy"]!.replace("(self)", '(self "https://js.stripe.com")'));
    put("Cross-Origin-Opener-Policy", "same-origin-allow-popups");
  }
  for (const [name, value] of Object.entries(common)) put(name, value);
  // The one page that other sites may frame has a policy of its own (rules.md shop/embeds).
  if (/frame-ancestors 'none'/.test(headers.get("Content-Security-Policy") ?? "")) put("X-Frame-Options", "DENY");
  put("Cache-Control", personal ? "private, no-store" : "no-cache");
}
