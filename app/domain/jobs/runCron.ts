import { cronRuns } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { type BillingJob, billingCrons, billingJobs, type JobTimes } from "./billingJobs";
import { type JobStatus, jobStatus } from "./jobStatus";
import { type Job, runJob } from "./runJob";

/**
 * Runs the jobs of one trigger in order and records their times in the trigger's one row: at the start, so that the
 * health page shows a running trigger, and at the end. A failing job goes to `report` and does not stop the next.
 * Returns whether all jobs failed or the run could not be recorded, so that the platform's own log shows it as failed.
 */
export async function runCron(
  ctx: Context,
  cron: string,
  jobs: Record<BillingJob, Job>,
  report: (job: string, error: unknown) => void,
): Promise<{ failed: boolean }> {
  authorize(ctx, "billing.run");
  const began = performance.now();
  const now = () => ctx.now + Math.round(performance.now() - began);
  const record = async (run: Pick<typeof cronRuns.$inferInsert, "finishedAt" | "jobs">) => {
    const row = { startedAt: ctx.now, finishedAt: null, ...run };
    return await ctx.db
      .insert(cronRuns)
      .values({ cron, ...row })
      .onConflictDoUpdate({ target: cronRuns.cron, set: row })
      .then(
        () => true,
        (error) => {
          report(cron, error);
          return false;
        },
      );
  };
  await record({});
  const statuses: JobStatus[] = [];
  const times: Partial<Record<BillingJob, JobTimes>> = {};
  for (const [name, job] of Object.entries(jobs) as [BillingJob, Job][]) {
    if (billingJobs[name] !== billingCrons[cron]) continue;
    // The current time: a lease must start fresh.
    const run = await runJob({ ...ctx, now: now() }, name, job, (error) => report(name, error));
    times[name] = { startedAt: run.startedAt, finishedAt: run.finishedAt };
    statuses.push(jobStatus(run));
  }
  const recorded = await record({ finishedAt: now(), jobs: times });
  return { failed: !recorded || (statuses.length > 0 && statuses.every((status) => status === "failed")) };
}
