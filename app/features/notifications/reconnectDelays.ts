const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;
/** A connection that lasted this long was no flicker: the next loss starts over. */
const STABLE_MS = 60_000;

/**
 * The waits between reconnects: 1 s, doubling to 60 s, each between half and the whole of it, so that the tabs of an
 * outage come back spread (rules.md notifications/live). Times in ms; `random` is 0 to 1.
 */
export function reconnectDelays(random: () => number = Math.random) {
  let failures = 0;
  let openedAt: number | null = null;
  return {
    opened(now: number) {
      openedAt = now;
    },
    /** The wait after a loss or a failed try. */
    next(now: number): number {
      if (openedAt !== null && now - openedAt >= STABLE_MS) failures = 0;
      openedAt = null;
      const whole = Math.min(FIRST_MS * 2 ** failures, LONGEST_MS);
      failures++;
      return whole * (0.5 + random() / 2);
    },
    /** The network is back, so the next try need not wait. */
    reset() {
      failures = 0;
    },
  };
}
