import type { Role } from "../roles";

/** What a MAC proves. Each has a key of its own, so no MAC works for another purpose. */
export type MacPurpose =
  | "session"
  | "recovery-code"
  | "card-link"
  | "approval-link"
  | "two-factor-undo"
  | "cart-unsubscribe"
  | "lockout-link"
  | "known-browser"
  | "toast"
  | "upload"
  | "health-monitor"
  | "bookmark"
  | "reply"
  | "click";

/** Signs and encrypts with the portal's own secrets. A secret that was replaced stays valid while it is configured. */
export interface Signer {
  /** HMAC-SHA256 as base64url. */
  mac(purpose: MacPurpose, text: string): Promise<string>;
  /** The MACs of a text under every key that is still accepted, the current one first. */
  macs(purpose: MacPurpose, text: string): Promise<string[]>;
  /** Whether a MAC was made with a key that is still accepted. */
  isMac(purpose: MacPurpose, text: string, mac: string): Promise<boolean>;
  /** Encrypts `text` (AES-GCM). Only this portal can decrypt it, and only for the same purpose. */
  seal(text: string, purpose: string): Promise<string>;
  /** Decrypts a sealed text; null when it is invalid or has another purpose. */
  unseal(sealed: string, purpose: string): Promise<Unsealed | null>;
  /** An API access token (JWT), valid until `expiresAt` (ms UTC). */
  accessToken(claims: AccessClaims, expiresAt: number): Promise<string>;
  /** The claims of a token that we issued and that is valid at `now` (ms UTC), else null. */
  readAccessToken(token: string, now: number): Promise<AccessClaims | null>;
}

interface Unsealed {
  text: string;
  /** True when it was sealed with a replaced key: seal it again before that key is removed. */
  stale: boolean;
}

export interface AccessClaims {
  sessionId: string;
  generation: number;
  /** The session's user when the token was issued. Only the session says who it is now. */
  user?: { id: string; role: Role };
}
