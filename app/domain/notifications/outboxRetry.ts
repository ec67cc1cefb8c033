const FIRST_DELAY_MS = 30_000;
const LONGEST_DELAY_MS = 6 * 60 * 60_000;
/** About four days of trying; what has not left by then would only surprise its reader. */
export const MAX_ATTEMPTS = 24;
/** Where a row that was given up waits: kept with its last error for people to read, and never asked for again. */
export const GIVEN_UP_AT = Date.UTC(9999, 0, 1);

/** When (ms UTC) a row is tried again after its n-th failed attempt: 30 s, doubling up to 6 hours. */
export function nextAttemptAt(now: number, attempts: number): number {
  if (attempts >= MAX_ATTEMPTS) return GIVEN_UP_AT;
  return now + Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), LONGEST_DELAY_MS);
}

/** What is kept of a failure: short, and nothing in it that could be a token (rules.md security/no-secrets). */
export function failureText(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : "Unknown failure";
  return text.replace(/[\w-]{24,}/g, "[removed]").slice(0, 200);
}
