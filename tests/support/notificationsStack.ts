import { Miniflare } from "miniflare";
import { type Db, openDb } from "~db/client.server";
import { deliverMail, mailDoor } from "../../scripts/local/mailDoor";
import type { Taken } from "../../workers/inbound-mail";
import { bundleWorker } from "./bundleWorker";
import { databaseWorker, migrationStatements, openDatabaseOf } from "./database";

/** Of reply addresses. */
export const REPLY_DOMAIN = "reply.example.com";

export type MailMode = "work" | "refuse" | "sendThenFail" | "hang";

export interface CaughtMail {
  from: { name: string; email: string };
  replyTo: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

export interface NotificationsStack {
  db: Db;
  /** Base URL of the test entry Worker, without a trailing slash. */
  address: string;
  mails(): Promise<CaughtMail[]>;
  mailMode(mode: MailMode): Promise<void>;
  moveClock(offsetMs: number): Promise<void>;
  /** Runs the Worker's cron and waits for it. Throws unless it succeeded. */
  sweep(): Promise<void>;
  /** Sends the Worker one queue message and returns its result. */
  announceDirectly(): Promise<{
    outcome: string;
    ackAll: boolean;
    retryMessages: { msgId: string; delaySeconds?: number }[];
  }>;
  /** Hands an email to the Worker of inbound mail. Only with `inbound`. */
  deliver(raw: Buffer): Promise<Taken>;
  /** Keys in the object store. Only with `inbound`. */
  storedFiles(): Promise<string[]>;
  hubCounts(): Promise<{ made: number; messages: number }>;
  dispose(): Promise<void>;
}

/** Bundles a Worker of this project by its module path from the root. */
const bundled = (module: string) => bundleWorker(`export * from "./${module}"; export { default } from "./${module}";`);

const mailScript = `import { WorkerEntrypoint } from "cloudflare:workers";
let mode = "work";
const mails = [];
export class Mail extends WorkerEntrypoint {
  async send(mail) {
    if (mode === "refuse") throw new Error("mail is down for eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9");
    mails.push(mail);
    if (mode === "sendThenFail") throw new Error("the response was lost");
    if (mode === "hang") await new Promise((resolve) => setTimeout(resolve, 600_000));
    return { messageId: String(mails.length) };
  }
}
export default {
  async fetch(request) {
    if (request.method === "PUT") mode = await request.text();
    return Response.json(mails);
  },
};`;

const clockScript = `let offsetMs = 0;
export default {
  async fetch(request) {
    if (request.method === "PUT") offsetMs = Number(await request.text());
    return Response.json({ offsetMs });
  },
};`;

/** The real Notifications Worker with D1, queue, hub, a clock and an email binding that can fail, in one workerd. */
export async function startNotifications(
  options: { stateDir?: string; port?: number; inbound?: boolean } = {},
): Promise<NotificationsStack> {
  const settings = { compatibilityDate: "2026-04-24", compatibilityFlags: ["nodejs_compat"], modules: true };
  const vars = {
    SITE_URL: "http://localhost:8788",
    SESSION_SECRET: "a secret that only tests know, long enough",
    ...(options.inbound ? { REPLY_DOMAIN } : {}),
  };
  const [door, notifications, inbound] = await Promise.all([
    bundled("tests/support/hubDoor"),
    bundled("tests/support/countedNotifications"),
    options.inbound ? bundled("workers/inbound-mail/index") : null,
  ]);
  const miniflare = new Miniflare({
    cf: false,
    port: options.port ?? 0,
    ...(options.stateDir ? { d1Persist: `${options.stateDir}/d1` } : {}),
    workers: [
      {
        ...settings,
        name: "door",
        script: door,
        bindings: vars,
        durableObjects: { HUB: { className: "NotificationHub", scriptName: "notifications", useSQLite: true } },
        queueProducers: { OUTBOX: "portal-outbox" },
      },
      {
        ...settings,
        name: "notifications",
        script: notifications,
        bindings: vars,
        d1Databases: { DB: "portal" },
        durableObjects: { HUB: { className: "NotificationHub", useSQLite: true } },
        queueProducers: { OUTBOX: "portal-outbox" },
        queueConsumers: { "portal-outbox": { maxBatchSize: 20, maxBatchTimeout: 0, maxRetries: 5 } },
        serviceBindings: { EMAIL: { name: "mail", entrypoint: "Mail" }, CLOCK: "clock" },
        ...(options.inbound ? { r2Buckets: { FILES: "files" } } : {}),
      },
      ...(inbound
        ? [
            {
              ...settings,
              name: "inbound-mail",
              script: inbound,
              bindings: { MAIL_SERVER: "off" },
              serviceBindings: { REPLIES: { name: "notifications", entrypoint: "Replies" } },
            },
            {
              ...settings,
              name: mailDoor.name,
              script: mailDoor.script,
              serviceBindings: { INBOUND_MAIL: "inbound-mail" },
            },
          ]
        : []),
      { ...settings, name: "mail", script: mailScript },
      { ...settings, name: "clock", script: clockScript },
      databaseWorker("portal"),
    ],
  } as never);
  const address = (await miniflare.ready).origin;
  const { binding, dispose } = await openDatabaseOf(miniflare);
  const migrated = await binding
    .prepare("select count(*) tables from sqlite_master where name = 'outbox'")
    .first("tables");
  if (!migrated) await binding.batch(migrationStatements().map((statement) => binding.prepare(statement)));
  const worker = await miniflare.getWorker("notifications");
  const mail = await miniflare.getWorker("mail");
  const clock = await miniflare.getWorker("clock");
  return {
    db: openDb(binding),
    address,
    mails: async () => (await (await mail.fetch("http://mail/")).json()) as CaughtMail[],
    mailMode: async (mode) => void (await mail.fetch("http://mail/", { method: "PUT", body: mode })),
    moveClock: async (offsetMs) => void (await clock.fetch("http://clock/", { method: "PUT", body: String(offsetMs) })),
    sweep: async () => {
      const { outcome } = await worker.scheduled({ cron: "*/10 * * * *" });
      if (outcome !== "ok") throw new Error(`The sweep ended with ${outcome}`);
    },
    announceDirectly: async () =>
      (await worker.queue("portal-outbox", [
        { id: "1", timestamp: new Date(), attempts: 1, body: { kind: "outboxWaiting" } },
      ])) as never,
    deliver: async (raw) => JSON.parse((await deliverMail(miniflare, raw)).body) as Taken,
    storedFiles: async () => {
      const { objects } = await (await miniflare.getR2Bucket("FILES", "notifications")).list();
      return objects.map(({ key }) => key);
    },
    hubCounts: async () => (await (await worker.fetch("http://counts/")).json()) as { made: number; messages: number },
    dispose,
  };
}
