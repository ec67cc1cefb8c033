const RUN_EVERY_MS = 10 * 60_000;

/** Offset of this run when more rows are due than one run takes. Consecutive runs process consecutive parts. */
export function turnOffset(now: number, total: number, perRun: number): number {
  const parts = Math.max(1, Math.ceil(total / perRun));
  return (Math.floor(now / RUN_EVERY_MS) % parts) * perRun;
}

export interface RunResult {
  done: number;
  failed: number;
}

/**
 * How long one job starts new items, in ms. A hanging provider holds each item for a minute, and an invocation of all
 * jobs is stopped after 15 minutes.
 */
const TURN_MS = 2 * 60_000;

/**
 * Runs `work` on each item in order. A failure goes to `onFailure` and does not stop the others. Items not started
 * within `turnMs` are left to the next run.
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
