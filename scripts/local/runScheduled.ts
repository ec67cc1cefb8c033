import type { Miniflare } from "miniflare";
import type { LocalPart } from "./workerOptions";

export interface ScheduledRun {
  cron: string;
  outcome: string;
}

/**
 * Runs a Worker's scheduled handler for one of its crons and waits for everything it started. `scheduledTime` in ms
 * UTC.
 */
export async function runScheduled(
  miniflare: Miniflare,
  part: LocalPart,
  cron: string,
  scheduledTime: number,
): Promise<ScheduledRun> {
  const worker = await miniflare.getWorker(part.name);
  const { outcome } = await worker.scheduled({ scheduledTime: new Date(scheduledTime), cron });
  return { cron, outcome };
}
