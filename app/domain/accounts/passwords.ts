import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** N, r, p of new hashes: within what the platform allows (N*r*p <= 2^20; rules.md security/password-hash). */
const COST = { N: 2 ** 14, r: 8, p: 5 } as const;
const KEY_BYTES = 32;

/** Counts hashes, so that a test can prove that a wrong address costs what a wrong password costs. */
export const hashCounter = { count: 0 };

const derive = (password: string, salt: Buffer, cost: { N: number; r: number; p: number }) =>
  new Promise<Buffer>((resolve, reject) => {
    hashCounter.count++;
    scrypt(password, salt, KEY_BYTES, { ...cost, maxmem: 64 * 1024 * 1024 }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

/** `scrypt$N$r$p$salt$hash`: the parameters travel with the hash, so that they can be raised. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST);
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** A hash that no password has: compared with when the address is unknown, so that both answers cost the same. */
const NOBODY = `scrypt$${COST.N}$${COST.r}$${COST.p}$AAAAAAAAAAAAAAAAAAAAAA$${"A".repeat(43)}`;

/** Exactly one hash is computed whatever is stored. `rehash` asks for a new one when the parameters have changed. */
export async function verifyPassword(
  password: string,
  stored: string | null,
): Promise<{ ok: boolean; rehash: boolean }> {
  const [, N, r, p, salt, hash] = (stored ?? NOBODY).split("$");
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const expected = Buffer.from(hash ?? "", "base64url");
  const key = await derive(password, Buffer.from(salt ?? "", "base64url"), cost);
  const ok = key.length === expected.length && timingSafeEqual(key, expected) && stored !== null;
  return { ok, rehash: ok && (cost.N !== COST.N || cost.r !== COST.r || cost.p !== COST.p) };
}

/** Longer input is refused before it is hashed (rules.md security/password-hash). */
const MAX_PASSWORD_BYTES = 128;
export const passwordTooLong = (password: string) => new TextEncoder().encode(password).length > MAX_PASSWORD_BYTES;
