/**
 * A referral click as signed in its cookie: the last click before sign-up, kept for 90 days (rules.md
 * affiliates/attribution).
 */
export interface Click {
  /** The visit's id. */
  id: string;
  affiliateCode: string;
  /** ms UTC. */
  at: number;
}

/** The click of a request's cookie. `forged` is anything the portal did not sign. */
export type ReadClick = { state: "sound" | "expired"; click: Click } | { state: "none" | "forged" };

/** Returns a payload's HMAC-SHA-256 as base64url. */
type Mac = (payload: string) => Promise<string>;
/** Whether a payload's MAC was made with a key that the portal accepts. */
type IsMac = (payload: string, mac: string) => Promise<boolean>;

const DAY_SECONDS = 24 * 60 * 60;
/** The reasons for this lifetime: rules.md affiliates/attribution. */
export const CLICK_DAYS = 90;
const MAX_AGE_SECONDS = CLICK_DAYS * DAY_SECONDS;
const encoder = new TextEncoder();

/**
 * Normalizes an affiliate code to upper case: 3 to 32 of A-Z, 0-9 and - (rules.md commissions/agreements). Returns
 * null for anything else.
 */
export function affiliateCodeOf(text: string): string | null {
  // Tested before upper-casing: some letters of other alphabets become A-Z in upper case.
  return /^[A-Za-z0-9-]{3,32}$/.test(text) ? text.toUpperCase() : null;
}

const isSecure = (siteUrl: string) => siteUrl.startsWith("https:");

/** `__Host-click`, or `click` without https, where browsers reject the prefix. */
export const clickCookieName = (siteUrl: string) => (isSecure(siteUrl) ? "__Host-click" : "click");

let imported: { secret: string; key: Promise<CryptoKey> } | undefined;

/** Caches the imported key: an isolate has one secret and handles many clicks. */
function keyOf(secret: string) {
  if (imported?.secret !== secret)
    imported = {
      secret,
      key: crypto.subtle.importKey("raw", encoder.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]),
    };
  return imported.key;
}

/** The signer's MAC of purpose `click` without the rest of the signer, which would only slow the redirect. */
export const clickMac =
  (secret: string): Mac =>
  async (payload) =>
    btoa(
      String.fromCharCode(
        ...new Uint8Array(await crypto.subtle.sign("HMAC", await keyOf(secret), encoder.encode(`click:${payload}`))),
      ),
    )
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replace(/=+$/, "");

const attributesOf = (siteUrl: string, maxAge: number) =>
  `Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isSecure(siteUrl) ? "; Secure" : ""}`;

/** Builds the Set-Cookie header that stores a click. */
export async function clickCookie(click: Click, siteUrl: string, mac: Mac): Promise<string> {
  const payload = `${click.id}.${click.affiliateCode}.${click.at}`;
  const value = `${payload}.${await mac(payload)}`;
  return `${clickCookieName(siteUrl)}=${value}; ${attributesOf(siteUrl, MAX_AGE_SECONDS)}`;
}

/** The Set-Cookie header that deletes the click. */
export const noClickCookie = (siteUrl: string) => `${clickCookieName(siteUrl)}=; ${attributesOf(siteUrl, 0)}`;

/** Reads and verifies the click in a Cookie header. `now` in ms. */
export async function readClick(
  cookieHeader: string | null,
  siteUrl: string,
  isMac: IsMac,
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
  if (!(await isMac(payload, signature))) return { state: "forged" };
  const click = { id, affiliateCode, at: Number(at) };
  return { state: now - click.at > MAX_AGE_SECONDS * 1000 ? "expired" : "sound", click };
}
