/** A referral click as signed in its cookie, kept for 90 days (rules.md affiliates/attribution). */
export interface Click {
  /** The visit's id. */
  id: string;
  affiliateCode: string;
  /** ms UTC. */
  at: number;
}

/**
 * The last click of a request's cookie. `forged` is anything the portal did not sign. `earlier`: those before it with
 * other codes, newest first, because the last code may turn out to belong to no affiliate.
 */
export type ReadClick = { state: "sound" | "expired"; click: Click; earlier?: Click[] } | { state: "none" | "forged" };

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

/** The clicks that a cookie holds, each with a code of its own. */
const MAX_CLICKS = 3;
const SEPARATOR = "~";
const SIGNED = /^(([0-9A-Z]{26})\.([A-Z0-9-]{3,32})\.(\d{1,15}))\.([\w-]{43})$/;

/** The signed clicks in a Cookie header, newest first. */
function signedClicks(cookieHeader: string | null, siteUrl: string): string[] {
  const start = `${clickCookieName(siteUrl)}=`;
  const value = cookieHeader
    ?.split(/;\s*/)
    .find((pair) => pair.startsWith(start))
    ?.slice(start.length);
  return value ? value.split(SEPARATOR, MAX_CLICKS) : [];
}

/**
 * Builds the Set-Cookie header that stores a click in front of those of `cookieHeader` with other codes. No code is
 * looked up here: sign-up takes the first one that counts.
 */
export async function clickCookie(
  click: Click,
  siteUrl: string,
  mac: Mac,
  cookieHeader: string | null = null,
): Promise<string> {
  const payload = `${click.id}.${click.affiliateCode}.${click.at}`;
  const earlier = signedClicks(cookieHeader, siteUrl).filter((signed) => {
    const code = SIGNED.exec(signed)?.[3];
    return code !== undefined && code !== click.affiliateCode;
  });
  const value = [`${payload}.${await mac(payload)}`, ...earlier].slice(0, MAX_CLICKS).join(SEPARATOR);
  return `${clickCookieName(siteUrl)}=${value}; ${attributesOf(siteUrl, MAX_AGE_SECONDS)}`;
}

/** The Set-Cookie header that deletes the click. */
export const noClickCookie = (siteUrl: string) => `${clickCookieName(siteUrl)}=; ${attributesOf(siteUrl, 0)}`;

/** Reads and verifies the clicks in a Cookie header. `now` in ms. */
export async function readClick(
  cookieHeader: string | null,
  siteUrl: string,
  isMac: IsMac,
  now: number,
): Promise<ReadClick> {
  const signed = signedClicks(cookieHeader, siteUrl);
  if (signed.length === 0) return { state: "none" };
  const genuine = (await Promise.all(signed.map((text) => readSigned(text, isMac)))).filter((click) => click !== null);
  const [click, ...earlier] = genuine.filter(({ at }) => now - at <= MAX_AGE_SECONDS * 1000);
  if (click) return { state: "sound", click, ...(earlier.length > 0 && { earlier }) };
  return genuine[0] ? { state: "expired", click: genuine[0] } : { state: "forged" };
}

async function readSigned(text: string, isMac: IsMac): Promise<Click | null> {
  const [, payload, id, affiliateCode, at, signature] = SIGNED.exec(text) ?? [];
  if (!payload || !id || !affiliateCode || !at || !signature) return null;
  return (await isMac(payload, signature)) ? { id, affiliateCode, at: Number(at) } : null;
}
