import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** N, r and p for new hashes, within the platform's limit N*r*p <= 2^20 (rules.md security/password-hash). */
const COST = { N: 2 ** 14, r: 8, p: 5 } as const;
const KEY_BYTES = 32;

/** Lets a test prove that an unknown address costs as many hashes as a wrong password. */
export const hashCounter = { count: 0 };

const derive = (password: string, salt: Buffer, cost: { N: number; r: number; p: number }) =>
  new Promise<Buffer>((resolve, reject) => {
    hashCounter.count++;
    scrypt(password, salt, KEY_BYTES, { ...cost, maxmem: 64 * 1024 * 1024 }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

/** One spelling of letters with marks, which devices compose differently. */
const composed = (password: string) => password.normalize("NFC");

/** Returns `scrypt$N$r$p$salt$hash`. The parameters travel with the hash, so they can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(composed(password), salt, COST);
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** A hash that matches no password. Unknown addresses are verified against it, so both cases take the same time. */
const NOBODY = `scrypt$${COST.N}$${COST.r}$${COST.p}$AAAAAAAAAAAAAAAAAAAAAA$${"A".repeat(43)}`;

/**
 * Computes as many hashes whatever `stored` is: one, or for letters with marks also those of the spellings that older
 * hashes were made of. `rehash` is true when the cost parameters or the spelling have changed.
 */
export async function verifyPassword(
  password: string,
  stored: string | null,
): Promise<{ ok: boolean; rehash: boolean }> {
  const [, N, r, p, salt, hash] = (stored ?? NOBODY).split("$");
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const expected = Buffer.from(hash ?? "", "base64url");
  const current = composed(password);
  for (const spelling of new Set([current, password, password.normalize("NFD")])) {
    const key = await derive(spelling, Buffer.from(salt ?? "", "base64url"), cost);
    if (stored === null || key.length !== expected.length || !timingSafeEqual(key, expected)) continue;
    return { ok: true, rehash: spelling !== current || cost.N !== COST.N || cost.r !== COST.r || cost.p !== COST.p };
  }
  return { ok: false, rehash: false };
}

/** Longer passwords are rejected before hashing (rules.md security/password-hash). */
const MAX_PASSWORD_BYTES = 128;
export const passwordTooLong = (password: string) => new TextEncoder().encode(password).length > MAX_PASSWORD_BYTES;
