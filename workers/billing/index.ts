import { WorkerEntrypoint } from "cloudflare:workers";
import { readPaymentEvents } from "~/domain/billing/readPaymentEvents";
import { renewDue } from "~/domain/billing/renewDue";
import { closeUnpaidOrders } from "~/domain/checkout/closeUnpaidOrders";
import { deleteExpiredDrafts } from "~/domain/checkout/deleteExpiredDrafts";
import { reconcileOrders } from "~/domain/checkout/reconcileOrders";
import { approveHeldCommissions } from "~/domain/commissions/changeCommissionStatuses";
import { deleteOldExports } from "~/domain/exports/deleteOldExports";
import { announceWaitingExports } from "~/domain/exports/exportWork";
import type { BillingJob } from "~/domain/jobs/billingJobs";
import { deleteOldRecords } from "~/domain/jobs/deleteOldRecords";
import { runCron } from "~/domain/jobs/runCron";
import type { Job } from "~/domain/jobs/runJob";
import { announceWaitingOutbox } from "~/domain/outbox/announceWaitingOutbox";
import type { PayoutStatement, PrintedInvoice, Printer as PrinterPort } from "~/domain/ports/printer";
import { reconcileRefunds } from "~/domain/refunds/reconcileRefunds";
import { closeCancelledRenewals } from "~/domain/renewals/closeRenewal";
import { noticeExpiringCards, noticeRenewals } from "~/domain/renewals/noticeRenewals";
import { sweepUploads } from "~/domain/uploads/sweepUploads";
import { makeNextExport } from "~/exports/makeNextExport";
import { type SystemEnv, systemContext } from "~/integrations/systemContext.server";

/**
 * The jobs of the billing Worker, in order; their table says how often. Jobs that call the provider come last, so
 * that a hanging provider delays nothing else.
 */
const jobs: Record<BillingJob, Job> = {
  approveHeldCommissions,
  announceWaitingOutbox,
  announceWaitingExports,
  deleteExpiredDrafts,
  sweepUploads,
  deleteOldExports,
  deleteOldRecords,
  noticeRenewals,
  reconcileOrders,
  reconcileRefunds,
  closeUnpaidOrders,
  renewDue,
  closeCancelledRenewals,
  readPaymentEvents,
  noticeExpiringCards,
};

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

const report = (job: string, error: unknown) =>
  // Names only: the database library's messages contain bound values.
  console.error(
    `billing ${job}: ${error instanceof Error ? `${error.name}: ${error.message.split("\nparams:")[0]}` : "unknown failure"}`,
  );

const contextOf = (env: BillingEnv, execution: ExecutionContext) =>
  systemContext(env, "Billing", {
    waitUntil: (work) => execution.waitUntil(work),
    onFailure: (error) => report("after", error),
  });

/** Deliveries of one message. After the last one the export has failed. */
const TRIES = 3;
const RETRY_SECONDS = 5;

export default {
  async scheduled(controller, env, execution) {
    await runCron(await contextOf(env, execution), controller.cron, jobs, report);
  },
  async queue(batch, env, execution) {
    for (const message of batch.messages) {
      try {
        await makeNextExport(await contextOf(env, execution), { lastTry: message.attempts >= TRIES });
        message.ack();
      } catch (error) {
        report("makeNextExport", error);
        message.retry({ delaySeconds: RETRY_SECONDS });
      }
    }
  },
} satisfies ExportedHandler<BillingEnv>;
