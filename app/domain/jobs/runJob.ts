import { eq } from "drizzle-orm";
import { jobRuns } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import type { BillingJob } from "./billingJobs";

/** A job of the billing Worker. It reports each failure and continues with the remaining items. */
export type Job = (ctx: Context, onFailure: (error: unknown) => void) => Promise<unknown>;

/** Names only: messages of the provider or the database may contain secrets (rules.md security/no-secrets). */
const nameOf = (error: unknown) => (error instanceof Error ? error.name : "Unknown failure");

/**
 * Runs a job and records its start, end, count and the name of its last failure. A failing job or a failed record
 * goes to `report` and never stops the next job.
 */
export async function runJob(
  ctx: Context,
  name: BillingJob,
  job: Job,
  report: (error: unknown) => void,
): Promise<void> {
  authorize(ctx, "billing.run");
  const began = performance.now();
  let failures = 0;
  let lastError: string | null = null;
  const onFailure = (error: unknown) => {
    failures++;
    lastError = nameOf(error);
    report(error);
  };
  const start = { startedAt: ctx.now, finishedAt: null, done: 0, failed: 0 };
  await ctx.db
    .insert(jobRuns)
    .values({ job: name, ...start })
    .onConflictDoUpdate({ target: jobRuns.job, set: start })
    .catch(report);
  const result = await job(ctx, onFailure).catch(onFailure);
  const finishedAt = ctx.now + Math.round(performance.now() - began);
  await ctx.db
    .update(jobRuns)
    .set({
      finishedAt,
      done: doneOf(result),
      failed: failures,
      ...(lastError ? { lastError, lastErrorAt: finishedAt } : {}),
    })
    .where(eq(jobRuns.job, name))
    .catch(report);
}

/** Jobs that count return how many items they handled. */
function doneOf(result: unknown): number {
  if (typeof result !== "object" || result === null || !("done" in result)) return 0;
  return typeof result.done === "number" ? result.done : 0;
}
