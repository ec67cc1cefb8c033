import type { Context } from "../context";

/** The content of a session cookie or refresh token. */
export interface SessionProof {
  sessionId: string;
  generation: number;
  secret: string;
}

/**
 * Derives the secret of a generation instead of drawing it at random. Parallel requests at expiry, and a retry after
 * a lost response, get the same next secret. One rotation serves them all (rules.md sessions/refresh).
 */
export const secretOf = (ctx: Pick<Context, "signer">, sessionId: string, generation: number) =>
  ctx.signer.mac(`session:${sessionId}:${generation}`);

export async function hashSecret(secret: string) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const writeProof = ({ sessionId, generation, secret }: SessionProof) => `${sessionId}.${generation}.${secret}`;

export function readProof(text: string | null | undefined): SessionProof | null {
  const match = /^([0-9A-Z]{26})\.(\d{1,9})\.([\w-]{43})$/.exec(text ?? "");
  return match ? { sessionId: match[1]!, generation: Number(match[2]), secret: match[3]! } : null;
}
