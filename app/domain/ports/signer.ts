import type { Role } from "../roles";

/** Signs and encrypts with the portal's own secret. */
export interface Signer {
  /** HMAC-SHA256 as base64url. Include the purpose in `text`, so that no MAC works for another purpose. */
  mac(text: string): Promise<string>;
  /** Encrypts `text` (AES-GCM). Only this portal can decrypt it, and only for the same purpose. */
  seal(text: string, purpose: string): Promise<string>;
  /** Decrypts a sealed text; null when it is invalid or has another purpose. */
  unseal(sealed: string, purpose: string): Promise<string | null>;
  /** An API access token (JWT), valid until `expiresAt` (ms UTC). */
  accessToken(claims: AccessClaims, expiresAt: number): Promise<string>;
  /** The claims of a token that we issued and that is valid at `now` (ms UTC), else null. */
  readAccessToken(token: string, now: number): Promise<AccessClaims | null>;
}

export interface AccessClaims {
  sessionId: string;
  generation: number;
  /** The session's user when the token was issued. Only the session says who it is now. */
  user?: { id: string; role: Role };
}
