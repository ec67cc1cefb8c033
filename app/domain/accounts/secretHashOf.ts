import { LruCache } from "~db/lruCache";
import type { Context } from "../context";
import type { Signer } from "../ports/signer";
import { hashSecret, isGenuine, type SessionProof, writeProof } from "./sessionSecret";

const genuine = new WeakMap<Signer, LruCache<string>>();
const MAX_GENUINE = 1000;

/**
 * The hash of a proof's secret, or null when the portal did not issue it. Cached, because a browser sends the same
 * proof for 15 minutes. The caller must still check that the session is active.
 */
export async function secretHashOf(ctx: Pick<Context, "signer">, proof: SessionProof): Promise<string | null> {
  const proven = genuine.get(ctx.signer) ?? new LruCache<string>(MAX_GENUINE);
  genuine.set(ctx.signer, proven);
  const text = writeProof(proof);
  const cached = proven.get(text);
  if (cached) return cached;
  if (!(await isGenuine(ctx, proof))) return null;
  const hash = await hashSecret(proof.secret);
  proven.keep(text, hash);
  return hash;
}
