import type { Context } from "~/domain/context";

export const SECURITY_TEXT_PATH = "/.well-known/security.txt";

// The days of the domain load zod, which a start of the portal must not.
const DAY_MS = 86_400_000;
/** RFC 9116 recommends less than a year. Computed at each request, so a running portal never shows a past one. */
const VALID_DAYS = 180;

/** Where to report a vulnerability, as RFC 9116 lays it out (docs/security.md). */
export function securityText({ now, siteUrl, settings }: Pick<Context, "now" | "siteUrl" | "settings">): Response {
  const midnight = Math.floor(now / DAY_MS) * DAY_MS;
  const lines = [
    `Contact: mailto:${settings.contact.supportEmail}`,
    `Expires: ${new Date(midnight + VALID_DAYS * DAY_MS).toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${siteUrl}${SECURITY_TEXT_PATH}`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=86400" },
  });
}
