import { jwtVerify, SignJWT } from "jose";
import type { AccessClaims, Signer } from "~/domain/ports/signer";
import { type Role, roles } from "~/domain/roles";

const base64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));

const encoder = new TextEncoder();

const isRole = (value: unknown): value is Role => roles.includes(value as Role);

/** The cache is cleared at this size. */
const MOST_PROVEN = 1000;

/** Signs and encrypts with SESSION_SECRET. Throws when it is shorter than 32 characters. */
export function secretSigner(secret: string): Signer {
  if (!secret || secret.length < 32) throw new Error("SESSION_SECRET is missing or shorter than 32 characters");
  const bytes = new TextEncoder().encode(secret);
  let key: Promise<CryptoKey> | undefined;
  const hmacKey = () => {
    key ??= crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
    return key;
  };
  let sealing: Promise<CryptoKey> | undefined;
  const sealKey = () => {
    // Derived, so that encryption and signatures never share a key.
    sealing ??= crypto.subtle
      .importKey("raw", bytes, "HKDF", false, ["deriveKey"])
      .then((secretKey) =>
        crypto.subtle.deriveKey(
          { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: encoder.encode("seal") },
          secretKey,
          { name: "AES-GCM", length: 256 },
          false,
          ["encrypt", "decrypt"],
        ),
      );
    return sealing;
  };
  /**
   * Cache of verified tokens: a client sends the same one with every call for 15 minutes, and its claims cannot
   * change.
   */
  const proven = new Map<string, { claims: AccessClaims; expiresAt: number }>();
  return {
    seal: async (text, purpose) => {
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const additionalData = encoder.encode(purpose);
      const closed = await crypto.subtle.encrypt(
        { name: "AES-GCM", iv, additionalData },
        await sealKey(),
        encoder.encode(text),
      );
      return `${base64url(iv.buffer)}.${base64url(closed)}`;
    },
    unseal: async (sealed, purpose) => {
      try {
        const [iv, closed] = sealed.split(".").map(bytesOf);
        if (!iv || !closed) return null;
        const additionalData = encoder.encode(purpose);
        const open = await crypto.subtle.decrypt({ name: "AES-GCM", iv, additionalData }, await sealKey(), closed);
        return new TextDecoder().decode(open);
      } catch {
        return null;
      }
    },
    mac: async (text) => base64url(await crypto.subtle.sign("HMAC", await hmacKey(), new TextEncoder().encode(text))),
    accessToken: async ({ sessionId, generation, user }, expiresAt) =>
      await new SignJWT({ gen: generation, ...(user ? { uid: user.id, role: user.role } : {}) })
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .setSubject(sessionId)
        .setExpirationTime(Math.floor(expiresAt / 1000))
        .sign(await hmacKey()),
    readAccessToken: async (token, now) => {
      const seconds = Math.floor(now / 1000);
      const cached = proven.get(token);
      if (cached) return seconds < cached.expiresAt ? cached.claims : null;
      try {
        const { payload } = await jwtVerify(token, await hmacKey(), {
          algorithms: ["HS256"],
          currentDate: new Date(now),
        });
        const { sub, gen, exp, uid, role } = payload;
        if (!sub || typeof gen !== "number" || exp === undefined) return null;
        const claims: AccessClaims = { sessionId: sub, generation: gen };
        if (typeof uid === "string" && isRole(role)) claims.user = { id: uid, role };
        if (proven.size >= MOST_PROVEN) proven.clear();
        proven.set(token, { claims, expiresAt: exp });
        return claims;
      } catch {
        return null;
      }
    },
  };
}
