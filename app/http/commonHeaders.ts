/**
 * Asks browsers to ship the domain as https-only. Hard to undo: list the domain at hstspreload.org first
 * (docs/security.md).
 */
const HSTS_PRELOAD = false;

/**
 * The headers of every answer of every part: pages, API, files, redirects and referral links (rules.md
 * security/headers). `public/_headers` sets the same ones on static files.
 */
export const commonHeaders = (siteUrl: string): Record<string, string> => ({
  // Pages have their own policy. All other answers load, run and frame nothing.
  "Content-Security-Policy": "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(self), usb=()",
  "Cross-Origin-Opener-Policy": "same-origin",
  ...(siteUrl.startsWith("https:")
    ? { "Strict-Transport-Security": `max-age=63072000; includeSubDomains${HSTS_PRELOAD ? "; preload" : ""}` }
    : {}),
});
