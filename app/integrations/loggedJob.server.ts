import { jobStatus } from "~/domain/jobs/jobStatus";
import type { Job } from "~/domain/jobs/runJob";
import { inLogEntry, logFault, newLogEntry, writeLogLine } from "./log.server";

const numberIn = (result: unknown, name: "done" | "failed") => {
  const value = (result as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === "number" ? value : 0;
};

/**
 * Runs a piece of background work and writes its one log line: its counts, faults and whether it failed (rules.md
 * operations/log). `work` reports the failures that it continues after. Throws what `work` throws.
 */
export async function loggedJob<T>(
  route: string,
  work: (onFailure: (error: unknown) => void) => Promise<T>,
  actor: string | null = null,
): Promise<T> {
  const entry = newLogEntry(crypto.randomUUID(), route);
  entry.actor = actor;
  return await inLogEntry(entry, async () => {
    let reported = 0;
    try {
      const result = await work((error) => {
        reported++;
        logFault(error);
      });
      const counts = { done: numberIn(result, "done"), failed: Math.max(reported, numberIn(result, "failed")) };
      writeLogLine("job", entry, jobStatus(counts), counts);
      return result;
    } catch (error) {
      logFault(error);
      writeLogLine("job", entry, "failed", { done: 0, failed: reported + 1 });
      throw error;
    }
  });
}

/** A job of a cron that writes its log line. */
export const withLogLine =
  (name: string, job: Job): Job =>
  (ctx, onFailure) =>
    loggedJob(
      name,
      (log) =>
        job(ctx, (error) => {
          log(error);
          onFailure(error);
        }),
      ctx.actor.kind === "system" ? ctx.actor.name : null,
    );
