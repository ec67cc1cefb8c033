/** Session lifetimes in ms (rules.md sessions/lifetimes, sessions/end, sessions/refresh). */
export const ACCESS_MS = 15 * 60_000;
/** How long the previous generation's secret stays valid after a rotation. */
export const LEEWAY_MS = 10_000;
/** A session expires after this long without a request. */
export const IDLE_MS = 7 * 86_400_000;
/** A session expires after this long even when in use. */
export const ABSOLUTE_MS = 30 * 86_400_000;
export const IMPERSONATION_MS = 60 * 60_000;
