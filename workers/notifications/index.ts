import { WorkerEntrypoint } from "cloudflare:workers";
import { watchHealth } from "~/domain/health/watchHealth";
import type { InboundMail, InboundResult } from "~/domain/inboundMail/inboundMail";
import { jobStatus } from "~/domain/jobs/jobStatus";
import { deliverOutbox, type OutboxTransports } from "~/domain/outbox/deliverOutbox";
import { recordMailSent } from "~/domain/outbox/recordMailSent";
import type { Printer } from "~/domain/ports/printer";
import type { Settings } from "~/domain/settings";
import { readSettings } from "~/domain/settings/readSettings";
import { toOneLine } from "~/format/cleanText";
import { readClock } from "~/integrations/clock.server";
import { countedBinding } from "~/integrations/countedBinding.server";
import { boundFileScanner } from "~/integrations/fileScanner.server";
import { pushToUser } from "~/integrations/hub.server";
import { logFault } from "~/integrations/log.server";
import { loggedJob } from "~/integrations/loggedJob.server";
import { queuePublish } from "~/integrations/outbox.server";
import { secretSigner } from "~/integrations/signer.server";
import { openDb } from "~db/client.server";

export { NotificationHub } from "./NotificationHub";

interface Env {
  DB: D1Database;
  HUB: DurableObjectNamespace;
  OUTBOX: Queue;
  EMAIL: SendEmail;
  /** Holds the files of emails. Absent in tests of this Worker without any. */
  FILES?: R2Bucket;
  /** Absent in the local run (docs/deploy.md). */
  FILE_SCANNER?: Fetcher;
  /** Makes the invoices of receipts. Absent in tests of this Worker alone. */
  PRINTER?: Pick<Printer, "invoice">;
  APP_ENV?: string;
  SITE_URL: string;
  SESSION_SECRET: string;
  /** The replaced secret, while a rotation is under way. */
  SESSION_SECRET_PREVIOUS?: string;
  /** The host name of reply addresses; empty where the portal takes no answers by email (docs/deploy.md). */
  REPLY_DOMAIN?: string;
  /** Development and test only. */
  CLOCK?: Fetcher;
}

/** Takes the emails that the Worker of inbound mail has parsed. It signs their addresses, so it also proves them. */
export class Replies extends WorkerEntrypoint<Env> {
  async receive(mail: InboundMail): Promise<InboundResult> {
    return await loggedJob(
      "receiveMail",
      async () => {
        // Loaded for the first email, because the hub starts faster without it.
        const [{ receiveMail }, { systemContext }, { storeMailFile }] = await Promise.all([
          import("~/domain/inboundMail/receiveMail"),
          import("~/integrations/systemContext.server"),
          import("~/files/storeMailFile"),
        ]);
        const ctx = await systemContext(this.env, "Email", {
          waitUntil: (work) => this.ctx.waitUntil(work),
          onFailure: (error) => logFault(error),
        });
        const { SESSION_SECRET, SESSION_SECRET_PREVIOUS } = this.env;
        return await receiveMail(
          {
            ...ctx,
            fileScanner: boundFileScanner(this.env.FILE_SCANNER),
            signer: secretSigner({ SESSION_SECRET, ...(SESSION_SECRET_PREVIOUS ? { SESSION_SECRET_PREVIOUS } : {}) }),
            publish: queuePublish(this.env.OUTBOX, this.env.HUB),
            // Limits count by it. The mail service does not tell the sender's network.
            address: this.env.APP_ENV === "production" ? "email" : null,
          },
          mail,
          storeMailFile,
        );
      },
      "Email",
    );
  }
}

/** The queue delivers waiting rows; the cron finds rows whose message was lost. */
export default {
  async queue(batch, env) {
    const { retryAt, more, now } = await deliver(env, "outbox queue");
    if (more) await announceMore(env);
    // All messages mean the same, so retrying one of them is enough. After its last retry it would become a dead
    // letter; from then on the sweep takes over.
    const [first] = batch.messages;
    if (first && retryAt !== null && first.attempts <= MAX_RETRIES) {
      for (const message of batch.messages.slice(1)) message.ack();
      first.retry({ delaySeconds: Math.ceil(Math.max(retryAt - now, 1000) / 1000) });
    } else batch.ackAll();
  },
  async scheduled(_event, env) {
    // The billing Worker looks too: each of the two reports that the other is down.
    await watch(env).catch(() => {});
    const { delivered, failed, more } = await deliver(env, "outbox cron");
    if (more) await announceMore(env);
    // So that the platform's own log shows the run as failed.
    if (jobStatus({ done: delivered, failed }) === "failed") throw new Error(`All ${failed} messages failed`);
  },
} satisfies ExportedHandler<Env>;

/** `max_retries` of wrangler.toml. */
const MAX_RETRIES = 5;

/** A message of its own, so that a backlog drains however long it is: a message may be retried five times only. */
const announceMore = (env: Env) => queuePublish(env.OUTBOX).outboxWaiting();

async function deliver(env: Env, route: string) {
  const now = await readClock(env);
  const result = await loggedJob(
    route,
    async () => {
      const db = openDb(countedBinding(env.DB));
      const settings = await readSettings(db);
      const actor = { kind: "system", name: "notifications" } as const;
      let mailed = false;
      const delivery = await deliverOutbox(
        {
          actor,
          db,
          settings,
          now,
          siteUrl: env.SITE_URL.replace(/\/$/, ""),
          // Signs the links of card pages, which the portal checks, and reply addresses.
          signer: secretSigner({ SESSION_SECRET: env.SESSION_SECRET }),
          ...(env.REPLY_DOMAIN ? { replyDomain: env.REPLY_DOMAIN } : {}),
        },
        transportsOf(env, settings.mail, () => (mailed = true)),
      );
      if (mailed) await recordMailSent({ actor, db, now }).catch(logFault);
      // Counts only: addresses and contents stay out of logs.
      return { ...delivery, done: delivery.delivered };
    },
    "notifications",
  );
  return { ...result, now };
}

/** Mails what is wrong; the sweep that follows delivers it. A failure is in its own log line. */
async function watch(env: Env) {
  const now = await readClock(env);
  const db = openDb(countedBinding(env.DB));
  await loggedJob(
    "watchHealth",
    async () =>
      watchHealth({
        actor: { kind: "system", name: "notifications" },
        db,
        settings: await readSettings(db),
        now,
        siteUrl: env.SITE_URL.replace(/\/$/, ""),
        publish: { outboxWaiting: async () => {} },
      }),
    "notifications",
  );
}

/** Keeps automatic answers away (RFC 3834), so that no two systems write to each other without end. */
const AUTOMATIC = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "OOF, AutoReply" };

function transportsOf(
  env: Env,
  { fromName, fromAddress, replyTo }: Settings["mail"],
  onSent: () => void,
): OutboxTransports {
  return {
    ...(env.PRINTER ? { printInvoice: (invoice) => env.PRINTER!.invoice(invoice) } : {}),
    sendMail: async ({ mailId, subject, attachments, headers, ...mail }) => {
      // The id lets mail systems detect duplicates (delivery is at least once).
      await env.EMAIL.send({
        from: { name: fromName, email: fromAddress },
        replyTo,
        ...mail,
        ...(attachments
          ? { attachments: attachments.map((one) => ({ disposition: "attachment" as const, ...one })) }
          : {}),
        // It contains names and other typed text: prevents header injection and bidirectional overrides.
        subject: toOneLine(subject),
        headers: { "X-Entity-Ref-ID": mailId, ...AUTOMATIC, ...headers },
      });
      onSent();
    },
    push: (userId, messages) => pushToUser(env.HUB, userId, messages),
  };
}
