/** Times of a session in ms (rules.md sessions/lifetimes, sessions/end, sessions/refresh). */
export const ACCESS_MS = 15 * 60_000;
/** How long the secret of the generation before stays good after a rotation. */
export const LEEWAY_MS = 10_000;
/** Without any request for this long, a session is over. */
export const IDLE_MS = 7 * 86_400_000;
/** However busy it is, a session is over after this. */
export const ABSOLUTE_MS = 30 * 86_400_000;
export const IMPERSONATION_MS = 60 * 60_000;
