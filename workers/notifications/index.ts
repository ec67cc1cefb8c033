import { brand } from "~/brand";
import { watchHealth } from "~/domain/health/watchHealth";
import { jobStatus } from "~/domain/jobs/jobStatus";
import { toOneLine } from "~/domain/oneLine";
import { deliverOutbox, type OutboxTransports } from "~/domain/outbox/deliverOutbox";
import type { Printer } from "~/domain/ports/printer";
import { readClock } from "~/integrations/clock.server";
import { countedBinding } from "~/integrations/countedBinding.server";
import { pushToUser } from "~/integrations/hub.server";
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
  /** Makes the invoices of receipts. Absent in tests of this Worker alone. */
  PRINTER?: Pick<Printer, "invoice">;
  SITE_URL: string;
  SESSION_SECRET: string;
  /** Development and test only. */
  CLOCK?: Fetcher;
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
      const delivery = await deliverOutbox(
        {
          actor: { kind: "system", name: "notifications" },
          db: openDb(countedBinding(env.DB)),
          now,
          siteUrl: env.SITE_URL.replace(/\/$/, ""),
          // Signs the links of card pages, which the portal checks.
          signer: secretSigner({ SESSION_SECRET: env.SESSION_SECRET }),
        },
        doorsOf(env),
      );
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
  await loggedJob(
    "watchHealth",
    () =>
      watchHealth({
        actor: { kind: "system", name: "notifications" },
        db: openDb(countedBinding(env.DB)),
        now,
        siteUrl: env.SITE_URL.replace(/\/$/, ""),
        publish: { outboxWaiting: async () => {} },
      }),
    "notifications",
  );
}

function doorsOf(env: Env): OutboxTransports {
  const { fromName, fromAddress, replyTo } = brand.mail;
  return {
    brandName: brand.name,
    ...(env.PRINTER ? { printInvoice: (invoice) => env.PRINTER!.invoice(invoice) } : {}),
    sendMail: ({ mailId, subject, attachments, ...mail }) =>
      // The id lets mail systems detect duplicates (delivery is at least once).
      env.EMAIL.send({
        from: { name: fromName, email: fromAddress },
        replyTo,
        ...mail,
        ...(attachments
          ? { attachments: attachments.map((one) => ({ disposition: "attachment" as const, ...one })) }
          : {}),
        // It contains names and other typed text: prevents header injection and bidirectional overrides.
        subject: toOneLine(subject),
        headers: { "X-Entity-Ref-ID": mailId },
      }),
    push: (userId, messages) => pushToUser(env.HUB, userId, messages),
  };
}
