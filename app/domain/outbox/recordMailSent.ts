import { lte } from "drizzle-orm";
import { jobRuns } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";

/** The row of `job_runs` with the time of the latest email. */
export const SEND_MAIL = "sendMail";
/** A busy minute writes the row once. */
const STEP_MS = 60_000;

/** Records that emails were sent now, for the health page. */
export async function recordMailSent(ctx: Pick<Context, "actor" | "db" | "now">): Promise<void> {
  authorize(ctx, "outbox.deliver");
  const { db, now } = ctx;
  const run = { startedAt: now, finishedAt: now };
  await db
    .insert(jobRuns)
    .values({ job: SEND_MAIL, ...run })
    .onConflictDoUpdate({ target: jobRuns.job, set: run, setWhere: lte(jobRuns.startedAt, now - STEP_MS) });
}
