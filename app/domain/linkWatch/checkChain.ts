import type { linkChecks } from "~db/schema";

export type LinkCheck = typeof linkChecks.$inferSelect;
/** What a check's hash covers: all of its row but the hash and how long it is kept. */
type SignedCheck = Omit<LinkCheck, "hash" | "keptUntil">;

/** Every field by name, in the order in which the hash reads them. */
const fields = [
  "anchor",
  "at",
  "bodySha256",
  "dueAt",
  "evidenceKey",
  "finalUrl",
  "id",
  "ms",
  "note",
  "placementId",
  "prevHash",
  "rel",
  "seenById",
  "status",
  "verdict",
] as const satisfies readonly (keyof SignedCheck)[];

/** JSON without spaces and with sorted names, as any program can make it again. */
export const canonicalCheck = (check: SignedCheck) =>
  JSON.stringify(Object.fromEntries(fields.map((field) => [field, check[field]])));

export async function sha256Hex(content: string | Uint8Array): Promise<string> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const digest = await crypto.subtle.digest("SHA-256", bytes as BufferSource);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const hashOfCheck = (check: SignedCheck) => sha256Hex(canonicalCheck(check));

/**
 * The first check that does not follow from the one before it, or null for an unbroken chain (rules.md watch/chain).
 * `checks` of one link in any order; `start` is the hash before the oldest one that is kept.
 */
export async function brokenCheck(checks: readonly LinkCheck[], start = ""): Promise<LinkCheck | null> {
  const byPrevious = new Map(checks.map((check) => [check.prevHash, check]));
  const followed = new Set<LinkCheck>();
  let hash = start;
  for (let next = byPrevious.get(hash); next && !followed.has(next); next = byPrevious.get(hash)) {
    followed.add(next);
    hash = await hashOfCheck(next);
    if (next.hash !== hash) return next;
  }
  return checks.find((check) => !followed.has(check)) ?? null;
}
