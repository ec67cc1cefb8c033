import { WorkerEntrypoint } from "cloudflare:workers";
import type { Context } from "~/domain/context";
import { storeDeadLetters } from "~/domain/deadLetters/storeDeadLetters";
import { type BillingJob, billingCrons } from "~/domain/jobs/billingJobs";
import { runCron } from "~/domain/jobs/runCron";
import type { Job } from "~/domain/jobs/runJob";
import type { PayoutStatement, PrintedInvoice, Printer as PrinterPort } from "~/domain/ports/printer";
import { makeNextExport } from "~/exports/makeNextExport";
import { logFault } from "~/integrations/log.server";
import { loggedJob, withLogLine } from "~/integrations/loggedJob.server";
import { type SystemEnv, systemContext } from "~/integrations/systemContext.server";
import { jobs } from "./jobs";

interface BillingEnv extends SystemEnv {
  /** Fonts of printed documents. */
  FONTS: Fetcher;
}

/** Makes PDFs for the portal, whose bundle has no room for the library (docs/decisions/0017-invoice-pdf.md). */
export class Printer extends WorkerEntrypoint<BillingEnv> implements PrinterPort {
  async invoice(invoice: PrintedInvoice): Promise<Uint8Array> {
    // Loaded for the first document, so that crons start without it.
    const { makeInvoicePdf } = await import("~/exports/invoicePdf");
    return await makeInvoicePdf(invoice, (file) => this.#font(file));
  }

  async payoutStatement(statement: PayoutStatement): Promise<Uint8Array> {
    const { makePayoutStatementPdf } = await import("~/exports/payoutStatementPdf");
    return await makePayoutStatementPdf(statement, (file) => this.#font(file));
  }

  async #font(file: string): Promise<Uint8Array> {
    const answer = await this.env.FONTS.fetch(`https://fonts.invalid/${file}`);
    if (!answer.ok) throw new Error(`The font file ${file} is missing`);
    return new Uint8Array(await answer.arrayBuffer());
  }
}

const loggedJobs = Object.fromEntries(
  Object.entries(jobs).map(([name, job]) => [name, withLogLine(name, job)]),
) as Record<BillingJob, Job>;

const contextOf = (env: BillingEnv, execution: ExecutionContext) =>
  systemContext(env, "Billing", {
    waitUntil: (work) => execution.waitUntil(work),
    onFailure: (error) => logFault(error),
  });

/** Deliveries of one message. After the last one the export has failed. */
const TRIES = 3;
const RETRY_SECONDS = 5;
const DEAD_RETRY_SECONDS = 60;

/** Stores what other queues gave up. While the database does not answer, the batch comes back. */
async function keepDeadLetters(batch: MessageBatch<unknown>, ctx: Context) {
  try {
    await loggedJob(batch.queue, () => storeDeadLetters(ctx, batch.queue, batch.messages), "Billing");
    batch.ackAll();
  } catch {
    batch.retryAll({ delaySeconds: DEAD_RETRY_SECONDS });
  }
}

export default {
  async scheduled(controller, env, execution) {
    const { allFailed } = await runCron(await contextOf(env, execution), controller.cron, loggedJobs, (name, error) => {
      // A job's failures are in its own line.
      if (name in billingCrons) logFault(error);
    });
    if (allFailed) throw new Error(`Every job of the trigger ${controller.cron} failed`);
  },
  async queue(batch, env, execution) {
    if (batch.queue.endsWith("-dead")) return await keepDeadLetters(batch, await contextOf(env, execution));
    for (const message of batch.messages) {
      try {
        const ctx = await contextOf(env, execution);
        await loggedJob("makeNextExport", () => makeNextExport(ctx, { lastTry: message.attempts >= TRIES }), "Billing");
        message.ack();
      } catch {
        message.retry({ delaySeconds: RETRY_SECONDS });
      }
    }
  },
} satisfies ExportedHandler<BillingEnv>;
