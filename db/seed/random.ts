/** A seeded pseudo-random generator (mulberry32), so that screenshots and tests always see the same data. */
export function randomFrom(seed: number) {
  let state = seed >>> 0;
  /** From 0 to below 1. */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    /** A whole number from low to high, both included. */
    between: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability: number) => next() < probability,
    pick: <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)]!,
  };
}
export type Random = ReturnType<typeof randomFrom>;
