import { closeUnpaidOrders } from "~/domain/checkout/closeUnpaidOrders";
import { deleteExpiredDrafts } from "~/domain/checkout/deleteExpiredDrafts";
import { readPaymentEvents } from "~/domain/checkout/readPaymentEvents";
import { reconcileOrders } from "~/domain/checkout/reconcileOrders";
import type { Context } from "~/domain/context";
import { announceWaitingOutbox } from "~/domain/notifications/announceWaitingOutbox";
import { reconcileRefunds } from "~/domain/refunds/reconcileRefunds";
import { sweepUploads } from "~/domain/uploads/sweepUploads";
import { type SystemEnv, systemContext } from "~/integrations/systemContext.server";

type Report = (job: string, error: unknown) => void;
type Job = (ctx: Context, onFailure: (error: unknown) => void) => Promise<unknown>;

/** What each Cron Trigger of wrangler.toml does, one after the other. */
const jobs: Record<string, Record<string, Job>> = {
  "*/10 * * * *": { reconcileOrders, reconcileRefunds, closeUnpaidOrders, announceWaitingOutbox },
  "0 * * * *": { readPaymentEvents, deleteExpiredDrafts, sweepUploads },
};

/** Runs the jobs of one trigger; a job that fails is reported and never keeps the next from its turn. */
async function runJobs(ctx: Context, cron: string, report: Report): Promise<void> {
  for (const [name, job] of Object.entries(jobs[cron] ?? {})) {
    const onFailure = (error: unknown) => report(name, error);
    await job(ctx, onFailure).catch(onFailure);
  }
}

export default {
  async scheduled(controller, env, execution) {
    const report: Report = (job, error) =>
      // Names only: messages of the database library carry the bound values.
      console.error(
        `billing ${job}: ${error instanceof Error ? `${error.name}: ${error.message.split("\nparams:")[0]}` : "unknown failure"}`,
      );
    const ctx = await systemContext(env, "Billing", {
      waitUntil: (work) => execution.waitUntil(work),
      onFailure: (error) => report("after", error),
    });
    await runJobs(ctx, controller.cron, report);
  },
} satisfies ExportedHandler<SystemEnv>;
