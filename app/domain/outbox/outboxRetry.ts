const FIRST_DELAY_MS = 30_000;
const LONGEST_DELAY_MS = 6 * 60 * 60_000;
/** About four days of retries. A later mail would only confuse its reader. */
export const MAX_ATTEMPTS = 24;
/** `availableAt` of a row that was given up. It stays with its last error for people to read, and is never retried. */
export const GIVEN_UP_AT = Date.UTC(9999, 0, 1);

/** The time (ms UTC) of the retry after the n-th failed attempt: 30 s, doubling up to 6 hours. */
export function nextAttemptAt(now: number, attempts: number): number {
  if (attempts >= MAX_ATTEMPTS) return GIVEN_UP_AT;
  return now + Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), LONGEST_DELAY_MS);
}

/** A short error text without anything that could be a token (rules.md security/no-secrets). */
export function failureText(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : "Unknown failure";
  return text.replace(/[\w-]{24,}/g, "[removed]").slice(0, 200);
}
