import { jwtVerify, SignJWT } from "jose";
import type { AccessClaims, MacPurpose, Signer } from "~/domain/ports/signer";
import { type Role, roles } from "~/domain/roles";
import { sameText } from "~/domain/sameText";
import { LruCache } from "~db/lruCache";

export interface SignerSecrets {
  SESSION_SECRET?: string;
  /** The replaced secret, while a rotation is under way. */
  SESSION_SECRET_PREVIOUS?: string;
  /** Shared with the referral Worker. Without it no click can be read. */
  CLICK_SECRET?: string;
  CLICK_SECRET_PREVIOUS?: string;
}

const SECRET_CHARACTERS = 32;
const MAX_PROVEN = 1000;

const base64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));

const encoder = new TextEncoder();
const isRole = (value: unknown): value is Role => roles.includes(value as Role);

const hmac = { name: "HMAC", hash: "SHA-256", length: 256 } as const;
const rawKey = (secret: string) =>
  crypto.subtle.importKey("raw", encoder.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);

async function derivedKey(secret: string, info: string, type: typeof hmac | { name: "AES-GCM"; length: 256 }) {
  const master = await crypto.subtle.importKey("raw", encoder.encode(secret), "HKDF", false, ["deriveKey"]);
  const derivation = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: encoder.encode(info) };
  const uses: KeyUsage[] = type.name === "HMAC" ? ["sign", "verify"] : ["encrypt", "decrypt"];
  return await crypto.subtle.deriveKey(derivation, master, type, false, uses);
}

/**
 * Signs and encrypts with keys derived from SESSION_SECRET, one per purpose; clicks use CLICK_SECRET itself, which the
 * referral Worker holds (rules.md security/keys). Throws when a secret is shorter than 32 characters.
 */
export function secretSigner(secrets: SignerSecrets): Signer {
  const accepted = (name: "SESSION_SECRET" | "CLICK_SECRET") => {
    const values = [secrets[name], secrets[`${name}_PREVIOUS`]].filter((value): value is string => Boolean(value));
    if (values.some((value) => value.length < SECRET_CHARACTERS))
      throw new Error(`${name} and its previous value need at least ${SECRET_CHARACTERS} characters`);
    return values;
  };
  const sessionSecrets = accepted("SESSION_SECRET");
  const clickSecrets = accepted("CLICK_SECRET");
  if (sessionSecrets.length === 0) throw new Error("SESSION_SECRET is not set");

  const made = new Map<string, Promise<CryptoKey>>();
  const once = (name: string, make: () => Promise<CryptoKey>) => {
    const key = made.get(name) ?? make();
    made.set(name, key);
    return key;
  };
  /** The keys of a purpose, newest first. */
  const macKeys = (purpose: MacPurpose | "access-token") =>
    purpose === "click"
      ? clickSecrets.map((secret, at) => once(`click ${at}`, () => rawKey(secret)))
      : sessionSecrets.map((secret, at) => once(`${purpose} ${at}`, () => derivedKey(secret, purpose, hmac)));
  // Until purposes had keys of their own, SESSION_SECRET itself signed `purpose:text`. Recovery codes and clicks of
  // that time are still in use.
  const earlierKeys = () => sessionSecrets.map((secret, at) => once(`earlier ${at}`, () => rawKey(secret)));
  const sealKeys = () =>
    sessionSecrets.map((secret, at) =>
      once(`seal ${at}`, () => derivedKey(secret, "seal", { name: "AES-GCM", length: 256 })),
    );

  const sign = async (key: Promise<CryptoKey>, text: string) =>
    base64url(await crypto.subtle.sign("HMAC", await key, encoder.encode(text)));
  const signedText = (purpose: MacPurpose, text: string) => `${purpose}:${text}`;
  const mac = async (purpose: MacPurpose, text: string) => {
    const [key] = macKeys(purpose);
    if (!key) throw new Error("CLICK_SECRET is not set");
    return await sign(key, signedText(purpose, text));
  };
  const acceptedKeys = (purpose: MacPurpose | "access-token") => [...macKeys(purpose), ...earlierKeys()];

  /** A client sends the same token with every call for 15 minutes, and its claims cannot change. */
  const proven = new LruCache<{ claims: AccessClaims; expiresAt: number }>(MAX_PROVEN);
  const verified = async (token: string, now: number) => {
    for (const key of acceptedKeys("access-token")) {
      const result = await jwtVerify(token, await key, { algorithms: ["HS256"], currentDate: new Date(now) }).catch(
        () => null,
      );
      if (result) return result.payload;
    }
    return null;
  };

  return {
    mac,
    macs: (purpose, text) => Promise.all(acceptedKeys(purpose).map((key) => sign(key, signedText(purpose, text)))),
    isMac: async (purpose, text, given) => {
      for (const key of acceptedKeys(purpose))
        if (sameText(await sign(key, signedText(purpose, text)), given)) return true;
      return false;
    },
    seal: async (text, purpose) => {
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const additionalData = encoder.encode(purpose);
      const closed = await crypto.subtle.encrypt(
        { name: "AES-GCM", iv, additionalData },
        await sealKeys()[0]!,
        encoder.encode(text),
      );
      return `${base64url(iv.buffer)}.${base64url(closed)}`;
    },
    unseal: async (sealed, purpose) => {
      const additionalData = encoder.encode(purpose);
      for (const [at, key] of sealKeys().entries()) {
        try {
          const [iv, closed] = sealed.split(".").map(bytesOf);
          if (!iv || !closed) return null;
          const open = await crypto.subtle.decrypt({ name: "AES-GCM", iv, additionalData }, await key, closed);
          return { text: new TextDecoder().decode(open), stale: at > 0 };
        } catch {
          // Malformed, or sealed with another key.
        }
      }
      return null;
    },
    accessToken: async ({ sessionId, generation, user }, expiresAt) =>
      await new SignJWT({ gen: generation, ...(user ? { uid: user.id, role: user.role } : {}) })
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .setSubject(sessionId)
        .setExpirationTime(Math.floor(expiresAt / 1000))
        .sign(await macKeys("access-token")[0]!),
    readAccessToken: async (token, now) => {
      const cached = proven.get(token);
      if (cached) return Math.floor(now / 1000) < cached.expiresAt ? cached.claims : null;
      const { sub, gen, exp, uid, role } = (await verified(token, now)) ?? {};
      if (!sub || typeof gen !== "number" || exp === undefined) return null;
      const claims: AccessClaims = { sessionId: sub, generation: gen };
      if (typeof uid === "string" && isRole(role)) claims.user = { id: uid, role };
      proven.keep(token, { claims, expiresAt: exp });
      return claims;
    },
  };
}
