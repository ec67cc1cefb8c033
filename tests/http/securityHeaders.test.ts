import { expect, test } from "vitest";
import type { PortalEnv } from "~/http/environment.server";
import { secureHeaders } from "~/http/securityHeaders.server";
import { requiredValues } from "../../scripts/deployment/deployPlan";

function headersOf(env: Partial<PortalEnv>, personal: boolean, given: Record<string, string> = {}) {
  const headers = new Headers(given);
  secureHeaders(headers, {
    env: { SITE_URL: "https://portal.example.com", ...env } as PortalEnv,
    nonce: "n0nce",
    personal,
  });
  return headers;
}
const policyOf = (headers: Headers) =>
  Object.fromEntries(
    (headers.get("Content-Security-Policy") ?? "").split("; ").map((rule) => {
      const [name, ...sources] = rule.split(" ");
      return [name, sources];
    }),
  );

test("every response carries the security headers", () => {
  for (const personal of [true, false]) {
    const headers = headersOf({}, personal);
    expect(Object.fromEntries(headers)).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
      "cross-origin-opener-policy": "same-origin",
      "strict-transport-security": expect.stringMatching(/^max-age=\d{8,}/),
      "permissions-policy": expect.stringContaining("camera=()"),
      "x-frame-options": "DENY",
      "cache-control": personal ? "private, no-store" : "no-cache",
    });
    expect(policyOf(headers)).toMatchObject({
      "default-src": ["'self'"],
      "frame-ancestors": ["'none'"],
      "base-uri": ["'none'"],
      "object-src": ["'none'"],
      "script-src": ["'self'", "'nonce-n0nce'"],
      "form-action": ["'self'"],
    });
  }
});

test("the CSP allows no inline, eval or foreign script but the provider's", () => {
  // A deployment sets the keys and names no mode.
  const keys = Object.fromEntries(requiredValues.map((name) => [name, "value"]));
  for (const [env, scripts] of [
    [{ PAYMENTS_MODE: "sandbox" }, ["'self'", "'nonce-n0nce'"]],
    [{ PAYMENTS_MODE: "stripe" }, ["'self'", "'nonce-n0nce'", "https://js.stripe.com"]],
    [keys, ["'self'", "'nonce-n0nce'", "https://js.stripe.com"]],
  ] as const) {
    const policy = policyOf(headersOf({ ...env, SITE_URL: "https://portal.example.com" }, true));
    expect(policy["script-src"]).toEqual(scripts);
    expect(policy["script-src-attr"]).toBeUndefined();
    expect(JSON.stringify(policy)).not.toMatch(/unsafe-eval|script-src[^\]]*unsafe-inline|\*/);
  }
});

test("Stripe mode lets wallets ask for the payment, the sandbox does not", () => {
  const opener = (mode: string) => headersOf({ PAYMENTS_MODE: mode }, true).get("Cross-Origin-Opener-Policy");
  expect([opener("stripe"), opener("sandbox")]).toEqual(["same-origin-allow-popups", "same-origin"]);
  const permissions = (mode: string) => headersOf({ PAYMENTS_MODE: mode }, true).get("Permissions-Policy");
  expect(permissions("stripe")).toContain(
    'camera=(), geolocation=(), microphone=(), payment=(self "https://js.stripe.com")',
  );
  expect(permissions("sandbox")).toContain("payment=(self),");
});

test("sends no HSTS on http, which exists on localhost only", () => {
  expect(headersOf({ SITE_URL: "http://localhost:8788" }, false).has("Strict-Transport-Security")).toBe(false);
});

test("keeps a header that the response already set", () => {
  const headers = headersOf({}, true, { "Cache-Control": "no-store", "Referrer-Policy": "same-origin" });
  expect(headers.get("Cache-Control")).toBe("no-store");
  expect(headers.get("Referrer-Policy")).toBe("same-origin");
});
