import { and, eq, gt, sql } from "drizzle-orm";
import { jobRuns } from "~db/schema";
import type { Context } from "../context";
import { accountOfRefusedKey } from "../ports/paymentFailures";
import type { BillingJob, JobTimes } from "./billingJobs";
import { jobStatus } from "./jobStatus";

/** A job of the billing Worker. It reports each failure and continues with the remaining items. */
export type Job = (ctx: Context, onFailure: (error: unknown) => void) => Promise<unknown>;

/** Names only: messages of the provider or the database may contain secrets (rules.md security/no-secrets). */
const nameOf = (error: unknown) => (error instanceof Error ? error.name : "Unknown failure");

/**
 * Runs a job. A run that did something or failed updates the job's row. An idle one only ends a failure there, because
 * most runs are idle and each would write a row. Counts failed runs in a row. A failing job or a failed record goes to
 * `report` and never stops the next job. The caller must authorize.
 */
export async function runJob(
  ctx: Context,
  job: BillingJob,
  work: Job,
  report: (error: unknown) => void,
): Promise<JobTimes & { done: number; failed: number }> {
  const began = performance.now();
  let failed = 0;
  let lastError: string | null = null;
  const onFailure = (error: unknown) => {
    failed++;
    // A refused key is the reason that a person must act on.
    if (!accountOfRefusedKey(lastError)) lastError = nameOf(error);
    report(error);
  };
  const done = doneOf(await work(ctx, onFailure).catch(onFailure));
  const times = { startedAt: ctx.now, finishedAt: ctx.now + Math.round(performance.now() - began) };
  if (done === 0 && failed === 0) {
    await ctx.db
      .update(jobRuns)
      .set({ failed: 0, failuresInRow: 0 })
      .where(and(eq(jobRuns.job, job), gt(jobRuns.failed, 0)))
      .catch(report);
    return { ...times, done, failed };
  }
  const isFailed = jobStatus({ done, failed }) === "failed";
  const run = { ...times, done, failed, ...(lastError ? { lastError, lastErrorAt: times.finishedAt } : {}) };
  await ctx.db
    .insert(jobRuns)
    .values({ job, ...run, failuresInRow: isFailed ? 1 : 0 })
    .onConflictDoUpdate({
      target: jobRuns.job,
      set: { ...run, failuresInRow: isFailed ? sql`${jobRuns.failuresInRow} + 1` : 0 },
    })
    .catch(report);
  return { ...times, done, failed };
}

/** Jobs that count return how many items they handled. */
function doneOf(result: unknown): number {
  if (typeof result !== "object" || result === null || !("done" in result)) return 0;
  return typeof result.done === "number" ? result.done : 0;
}
