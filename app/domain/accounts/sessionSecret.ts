import type { Context } from "../context";
import { sameText } from "../sameText";

/** The content of a session cookie or refresh token. */
export interface SessionProof {
  sessionId: string;
  generation: number;
  secret: string;
}

type Keys = Pick<Context, "signer">;

/**
 * Derives the secret of a generation instead of drawing it at random. Parallel requests at expiry, and a retry after
 * a lost response, get the same next secret. One rotation serves them all (rules.md sessions/refresh).
 */
export const secretOf = ({ signer }: Keys, sessionId: string, generation: number) =>
  signer.mac("session", `${sessionId}:${generation}`);

/** Whether the portal made a proof's secret. The caller must still check that the session is active. */
export const isGenuine = ({ signer }: Keys, { sessionId, generation, secret }: SessionProof) =>
  signer.isMac("session", `${sessionId}:${generation}`, secret);

/**
 * The proof of a session's stored generation. While SESSION_SECRET is being replaced, its secret may come from either
 * key, so the stored hash decides. Null when no accepted key made it.
 */
export async function storedProof(
  { signer }: Keys,
  { id: sessionId, generation, secretHash }: { id: string; generation: number; secretHash: string },
): Promise<SessionProof | null> {
  for (const secret of await signer.macs("session", `${sessionId}:${generation}`))
    if (sameText(await hashSecret(secret), secretHash)) return { sessionId, generation, secret };
  return null;
}

export async function hashSecret(secret: string) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const writeProof = ({ sessionId, generation, secret }: SessionProof) => `${sessionId}.${generation}.${secret}`;

export function readProof(text: string | null | undefined): SessionProof | null {
  const match = /^([0-9A-Z]{26})\.(\d{1,9})\.([\w-]{43})$/.exec(text ?? "");
  return match ? { sessionId: match[1]!, generation: Number(match[2]), secret: match[3]! } : null;
}
