const RUN_EVERY_MS = 10 * 60_000;

/** Where this run of the clean-up begins when more wait than it takes: the parts have their turn one after the other. */
export function turnOffset(now: number, total: number, perRun: number): number {
  const parts = Math.max(1, Math.ceil(total / perRun));
  return (Math.floor(now / RUN_EVERY_MS) % parts) * perRun;
}

export interface RunResult {
  done: number;
  failed: number;
}

/**
 * How long one job takes new things: a provider that hangs holds each for a minute, and a run of all jobs is cut off after
 * 15 minutes.
 */
const TURN_MS = 2 * 60_000;

/**
 * Works on one thing after the other; a failure is handed to `onFailure` and never keeps the rest from their turn. What
 * has not begun within `turnMs` is left to the next run.
 */
export async function runEach<T>(
  things: readonly T[],
  work: (thing: T) => Promise<unknown>,
  onFailure: (error: unknown) => void,
  turnMs = TURN_MS,
): Promise<RunResult> {
  const result: RunResult = { done: 0, failed: 0 };
  const began = Date.now();
  for (const thing of things) {
    if (Date.now() - began > turnMs) break;
    try {
      await work(thing);
      result.done++;
    } catch (error) {
      result.failed++;
      onFailure(error);
    }
  }
  return result;
}
