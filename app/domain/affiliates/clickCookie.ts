import { sameText } from "../accounts/sessionSecret";

/** The signed cookie of a referral click: last click before sign-up, kept 90 days (rules.md affiliates/attribution). */
export interface Click {
  /** Id of the visit. */
  id: string;
  affiliateCode: string;
  /** ms UTC. */
  at: number;
}

/** What a request's cookie says: a click as it was signed, one that is too old, none, or something that nobody of ours made. */
export type ReadClick = { state: "sound" | "expired"; click: Click } | { state: "none" | "forged" };

/** HMAC-SHA-256 of a text with the portal's secret, base64url: `Signer.mac`, or `clickMac` at the edge. */
type Mac = (text: string) => Promise<string>;

const DAY_SECONDS = 24 * 60 * 60;
/** Reasons and lifetime: rules.md affiliates/attribution. */
export const CLICK_DAYS = 90;
const MAX_AGE_SECONDS = CLICK_DAYS * DAY_SECONDS;
const encoder = new TextEncoder();

/**
 * Affiliate codes: 3 to 32 of A-Z, 0-9 and - (rules.md commissions/agreements). Answers the code in upper case, or
 * null.
 */
export function affiliateCodeOf(text: string): string | null {
  // Looked at before it is folded: other alphabets have letters whose capitals are ours.
  return /^[A-Za-z0-9-]{3,32}$/.test(text) ? text.toUpperCase() : null;
}

const isSecure = (siteUrl: string) => siteUrl.startsWith("https:");

/** `__Host-click`; plain `click` where the site has no https, as browsers refuse the prefix there. */
export const clickCookieName = (siteUrl: string) => (isSecure(siteUrl) ? "__Host-click" : "click");

let imported: { secret: string; key: Promise<CryptoKey> } | undefined;

/** One secret an isolate: its key is imported once, not at every click. */
function keyOf(secret: string) {
  if (imported?.secret !== secret)
    imported = {
      secret,
      key: crypto.subtle.importKey("raw", encoder.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]),
    };
  return imported.key;
}

/** The portal's `Signer.mac` without the rest of it: what the redirect does not need would only slow it. */
export const clickMac =
  (secret: string): Mac =>
  async (text) =>
    btoa(
      String.fromCharCode(
        ...new Uint8Array(await crypto.subtle.sign("HMAC", await keyOf(secret), encoder.encode(text))),
      ),
    )
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replace(/=+$/, "");

// The prefix keeps a signature made for something else with the same secret from passing as a click.
const signatureOf = (payload: string, mac: Mac) => mac(`click:${payload}`);

const attributesOf = (siteUrl: string, maxAge: number) =>
  `Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isSecure(siteUrl) ? "; Secure" : ""}`;

/** The Set-Cookie header that remembers a click. */
export async function clickCookie(click: Click, siteUrl: string, mac: Mac): Promise<string> {
  const payload = `${click.id}.${click.affiliateCode}.${click.at}`;
  const value = `${payload}.${await signatureOf(payload, mac)}`;
  return `${clickCookieName(siteUrl)}=${value}; ${attributesOf(siteUrl, MAX_AGE_SECONDS)}`;
}

/** The Set-Cookie header that forgets it. */
export const noClickCookie = (siteUrl: string) => `${clickCookieName(siteUrl)}=; ${attributesOf(siteUrl, 0)}`;

/** The click that a request's Cookie header holds; `now` in ms. */
export async function readClick(
  cookieHeader: string | null,
  siteUrl: string,
  mac: Mac,
  now: number,
): Promise<ReadClick> {
  const start = `${clickCookieName(siteUrl)}=`;
  const value = cookieHeader
    ?.split(/;\s*/)
    .find((pair) => pair.startsWith(start))
    ?.slice(start.length);
  if (!value) return { state: "none" };
  const [, payload, id, affiliateCode, at, signature] =
    value.match(/^(([0-9A-Z]{26})\.([A-Z0-9-]{3,32})\.(\d{1,15}))\.([\w-]{43})$/) ?? [];
  if (!payload || !id || !affiliateCode || !at || !signature) return { state: "forged" };
  if (!sameText(signature, await signatureOf(payload, mac))) return { state: "forged" };
  const click = { id, affiliateCode, at: Number(at) };
  return { state: now - click.at > MAX_AGE_SECONDS * 1000 ? "expired" : "sound", click };
}
