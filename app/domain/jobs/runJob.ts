import { jobRuns } from "~db/schema";
import type { Context } from "../context";
import type { BillingJob, JobTimes } from "./billingJobs";

/** A job of the billing Worker. It reports each failure and continues with the remaining items. */
export type Job = (ctx: Context, onFailure: (error: unknown) => void) => Promise<unknown>;

/** Names only: messages of the provider or the database may contain secrets (rules.md security/no-secrets). */
const nameOf = (error: unknown) => (error instanceof Error ? error.name : "Unknown failure");

/**
 * Runs a job. A run that did something or failed updates the job's row; an idle one leaves it, because most runs are
 * idle and each would write a row. A failing job or a failed record goes to `report` and never stops the next job.
 * The caller must authorize.
 */
export async function runJob(
  ctx: Context,
  job: BillingJob,
  work: Job,
  report: (error: unknown) => void,
): Promise<JobTimes> {
  const began = performance.now();
  let failed = 0;
  let lastError: string | null = null;
  const onFailure = (error: unknown) => {
    failed++;
    lastError = nameOf(error);
    report(error);
  };
  const done = doneOf(await work(ctx, onFailure).catch(onFailure));
  const times = { startedAt: ctx.now, finishedAt: ctx.now + Math.round(performance.now() - began) };
  if (done === 0 && failed === 0) return times;
  const run = { ...times, done, failed, ...(lastError ? { lastError, lastErrorAt: times.finishedAt } : {}) };
  await ctx.db
    .insert(jobRuns)
    .values({ job, ...run })
    .onConflictDoUpdate({ target: jobRuns.job, set: run })
    .catch(report);
  return times;
}

/** Jobs that count return how many items they handled. */
function doneOf(result: unknown): number {
  if (typeof result !== "object" || result === null || !("done" in result)) return 0;
  return typeof result.done === "number" ? result.done : 0;
}
