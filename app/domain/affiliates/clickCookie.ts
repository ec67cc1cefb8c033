/** The signed cookie of a referral click: last click before sign-up, kept 90 days (decision A5). */
export interface Click {
  /** Id of the visit. */
  id: string;
  affiliateCode: string;
  /** ms UTC. */
  at: number;
}

const MAX_AGE_SECONDS = 90 * 24 * 60 * 60;
const encoder = new TextEncoder();

/** Affiliate codes: 3 to 32 of A-Z, 0-9 and - (decision A2). Answers the code in upper case, or null. */
export function affiliateCodeOf(text: string): string | null {
  const code = text.toUpperCase();
  return /^[A-Z0-9-]{3,32}$/.test(code) ? code : null;
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
      key: crypto.subtle.importKey("raw", encoder.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
        "sign",
        "verify",
      ]),
    };
  return imported.key;
}

// The prefix keeps a signature made for something else with the same secret from passing as a click.
const signedBytes = (payload: string) => encoder.encode(`click:${payload}`);

const toBase64Url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) =>
      character.charCodeAt(0),
    );
  } catch {
    return null;
  }
}

/** The Set-Cookie header that remembers a click, signed with HMAC-SHA-256. */
export async function clickCookie(click: Click, siteUrl: string, secret: string): Promise<string> {
  const payload = `${click.id}.${click.affiliateCode}.${click.at}`;
  const signature = await crypto.subtle.sign("HMAC", await keyOf(secret), signedBytes(payload));
  const attributes = `Path=/; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax${isSecure(siteUrl) ? "; Secure" : ""}`;
  return `${clickCookieName(siteUrl)}=${payload}.${toBase64Url(signature)}; ${attributes}`;
}

/** The click that a request's Cookie header holds; null when there is none, it is forged, or older than 90 days at `now` (ms). */
export async function clickOf(
  cookieHeader: string | null,
  siteUrl: string,
  secret: string,
  now: number,
): Promise<Click | null> {
  const start = `${clickCookieName(siteUrl)}=`;
  const value = cookieHeader
    ?.split(/;\s*/)
    .find((pair) => pair.startsWith(start))
    ?.slice(start.length);
  const [, payload, id, code, at, sealed] =
    value?.match(/^(([0-9A-Z]{26})\.([A-Z0-9-]{3,32})\.(\d{1,15}))\.([\w-]{43})$/) ?? [];
  const signature = sealed && fromBase64Url(sealed);
  if (!payload || !id || !code || !at || !signature) return null;
  const genuine = await crypto.subtle.verify("HMAC", await keyOf(secret), signature, signedBytes(payload));
  if (!genuine || now - Number(at) > MAX_AGE_SECONDS * 1000) return null;
  return { id, affiliateCode: code, at: Number(at) };
}
