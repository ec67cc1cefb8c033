import { WorkerEntrypoint } from "cloudflare:workers";
import { contextOfUser } from "~/domain/accounts/contextOfUser";
import type { Context } from "~/domain/context";
import { storeDeadLetters } from "~/domain/deadLetters/storeDeadLetters";
import { DomainError, Forbidden } from "~/domain/errors";
import { prepareDisputeAnswer } from "~/domain/evidence/prepareDisputeAnswer";
import { saveDisputeAnswer } from "~/domain/evidence/saveDisputeAnswer";
import { sendDisputeAnswer } from "~/domain/evidence/sendDisputeAnswer";
import { type BillingJob, billingCrons } from "~/domain/jobs/billingJobs";
import { runCron } from "~/domain/jobs/runCron";
import type { Job } from "~/domain/jobs/runJob";
import type { AnswerTarget, Asker, EvidenceDesk, Outcome, PostedAnswer } from "~/domain/ports/evidence";
import { PaymentsUnavailable } from "~/domain/ports/paymentFailures";
import type {
  Letterhead,
  PayoutStatement,
  PrintedInvoice,
  PrintedRecord,
  Printer as PrinterPort,
} from "~/domain/ports/printer";
import { bytesOf } from "~/domain/uploads/copyUploads";
import { makeEvidencePack } from "~/exports/makeEvidencePack";
import { makeNextExport } from "~/exports/makeNextExport";
import { type EvidenceEnv, evidenceSigner } from "~/integrations/evidenceKey.server";
import { logFault } from "~/integrations/log.server";
import { loggedJob, withLogLine } from "~/integrations/loggedJob.server";
import { r2Files } from "~/integrations/r2Files.server";
import { type SystemEnv, systemContext } from "~/integrations/systemContext.server";
import { jobs } from "./jobs";

interface BillingEnv extends SystemEnv, EvidenceEnv {
  FILES: R2Bucket;
  /** Fonts of printed documents. */
  FONTS: Fetcher;
}

const fontShelf =
  ({ FONTS }: BillingEnv) =>
  async (file: string): Promise<Uint8Array> => {
    const answer = await FONTS.fetch(`https://fonts.invalid/${file}`);
    if (!answer.ok) throw new Error(`The font file ${file} is missing`);
    return new Uint8Array(await answer.arrayBuffer());
  };

/** Each library is loaded for the first document, so that crons start without it. */
const printerOf = (env: BillingEnv): PrinterPort => ({
  invoice: async (invoice) =>
    (await import("~/exports/invoicePdf")).makeInvoicePdf(await withLogo(env, invoice), fontShelf(env)),
  payoutStatement: async (statement) =>
    (await import("~/exports/payoutStatementPdf")).makePayoutStatementPdf(
      await withLogo(env, statement),
      fontShelf(env),
    ),
  record: async (record) =>
    (await import("~/exports/recordPdf")).makeRecordPdf(await withLogo(env, record), fontShelf(env)),
});

/** The document with the bytes of its logo. One whose logo is gone shows the name. */
async function withLogo<Printed extends { letterhead: Letterhead }>(env: BillingEnv, document: Printed) {
  const { logoKey } = document.letterhead;
  const object = logoKey ? await r2Files(env.FILES).get(logoKey) : null;
  return object ? { ...document, letterhead: { ...document.letterhead, logo: await bytesOf(object) } } : document;
}

/** Makes PDFs for the portal, whose bundle has no room for the library (docs/decisions/0017-invoice-pdf.md). */
export class Printer extends WorkerEntrypoint<BillingEnv> implements PrinterPort {
  async invoice(invoice: PrintedInvoice): Promise<Uint8Array> {
    return await printerOf(this.env).invoice(invoice);
  }

  async payoutStatement(statement: PayoutStatement): Promise<Uint8Array> {
    return await printerOf(this.env).payoutStatement(statement);
  }

  async record(record: PrintedRecord): Promise<Uint8Array> {
    return await printerOf(this.env).record(record);
  }
}

/** Makes and signs evidence. This Worker alone holds the key (docs/decisions/0047-evidence.md). */
export class Evidence extends WorkerEntrypoint<BillingEnv> implements EvidenceDesk {
  async publicKeys() {
    return (await evidenceSigner(this.env)).publicKeys;
  }

  async pack(asker: Asker, orderId: string) {
    return await this.#as("evidence pack", asker, async (ctx) =>
      makeEvidencePack(ctx, await evidenceSigner(this.env), orderId),
    );
  }

  async prepareAnswer(asker: Asker, target: AnswerTarget) {
    return await this.#as("dispute answer prepared", asker, (ctx) => prepareDisputeAnswer(ctx, target));
  }

  async saveAnswer(asker: Asker, target: AnswerTarget, answer: PostedAnswer) {
    return await this.#as("dispute answer saved", asker, (ctx) => saveDisputeAnswer(ctx, target, answer));
  }

  async sendAnswer(asker: Asker, target: AnswerTarget, answer: PostedAnswer) {
    return await this.#as("dispute answer sent", asker, (ctx) => sendDisputeAnswer(ctx, target, answer));
  }

  /** Runs an operation with the person's present rights, and answers refusals as data. */
  async #as<Value>(name: string, { userId, form }: Asker, work: (ctx: Context) => Promise<Value>) {
    return await loggedJob<Outcome<Value>>(
      name,
      async () => {
        const ctx = await contextOfUser(await contextOf(this.env, this.ctx), userId);
        try {
          if (!ctx) throw new Forbidden();
          return { value: await work({ ...ctx, form, printer: printerOf(this.env) }) };
        } catch (error) {
          if (error instanceof PaymentsUnavailable) return { unavailable: error.provider ?? null };
          if (!(error instanceof DomainError)) throw error;
          return { refusal: { kind: error.kind, message: error.message } };
        }
      },
      userId,
    );
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
    const { failed } = await runCron(await contextOf(env, execution), controller.cron, loggedJobs, (name, error) => {
      // A job's failures are in its own line.
      if (name in billingCrons) logFault(error);
    });
    if (failed) throw new Error(`The run of the trigger ${controller.cron} failed`);
  },
  async queue(batch, env, execution) {
    if (batch.queue.endsWith("-dead")) return await keepDeadLetters(batch, await contextOf(env, execution));
    for (const message of batch.messages) {
      try {
        const ctx = await contextOf(env, execution);
        await loggedJob(
          "makeNextExport",
          () => makeNextExport({ ...ctx, printer: printerOf(env) }, { lastTry: message.attempts >= TRIES }),
          "Billing",
        );
        message.ack();
      } catch {
        message.retry({ delaySeconds: RETRY_SECONDS });
      }
    }
  },
} satisfies ExportedHandler<BillingEnv>;
