import { jwtVerify, SignJWT } from "jose";
import type { Signer } from "~/domain/ports";

const base64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

/** Proofs made with SESSION_SECRET. Throws when it is shorter than 32 characters. */
export function secretSigner(secret: string): Signer {
  if (!secret || secret.length < 32) throw new Error("SESSION_SECRET is missing or shorter than 32 characters");
  const bytes = new TextEncoder().encode(secret);
  let key: Promise<CryptoKey> | undefined;
  const hmacKey = () => {
    key ??= crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return key;
  };
  return {
    mac: async (text) => base64url(await crypto.subtle.sign("HMAC", await hmacKey(), new TextEncoder().encode(text))),
    accessToken: ({ sessionId, generation }, expiresAt) =>
      new SignJWT({ gen: generation })
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .setSubject(sessionId)
        .setExpirationTime(Math.floor(expiresAt / 1000))
        .sign(bytes),
    readAccessToken: async (token, now) => {
      try {
        const { payload } = await jwtVerify(token, bytes, { algorithms: ["HS256"], currentDate: new Date(now) });
        return payload.sub && typeof payload.gen === "number"
          ? { sessionId: payload.sub, generation: payload.gen }
          : null;
      } catch {
        return null;
      }
    },
  };
}
