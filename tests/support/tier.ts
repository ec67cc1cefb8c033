/** True in `npm test`, which leaves some cases to the deep tier. */
export const isGate = process.env.TESTS === "gate";

/** True in `npm run test:deep`, where a test plays all cases of which the gate plays the most telling one. */
export const isDeep = process.env.TESTS === "deep";

/** The cases of a test: all in the deep tier, one in the gate. */
export const casesOf = <T>(all: readonly T[], inGate: T): readonly T[] => (isDeep ? all : [inGate]);

/**
 * The seed of every random choice in tests. It is fixed, so a verdict depends on the commit alone; TEST_SEED=n sets
 * another.
 */
export const TEST_SEED = Number(process.env.TEST_SEED) || 1;
