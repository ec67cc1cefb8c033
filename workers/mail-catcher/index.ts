import { DurableObject, WorkerEntrypoint } from "cloudflare:workers";
import { readClock } from "~/integrations/clock.server";

interface Env {
  MAILBOX: DurableObjectNamespace<Mailbox>;
  CLOCK?: Fetcher;
}

/** The object form of a `send_email` argument. Its class form cannot travel between Workers. */
type Builder = Extract<Parameters<SendEmail["send"]>[0], { subject: string }>;

export interface CaughtMail {
  id: string;
  from: string;
  /** Addresses, separated by a comma and a space. */
  to: string;
  cc: string;
  bcc: string;
  replyTo: string;
  subject: string;
  text: string;
  html: string;
  attachments: { filename: string; type: string; size: number }[];
  headers: Record<string, string>;
  /** ISO 8601, by the portal's clock. */
  sentAt: string;
}

type Addresses = Builder["cc"];

// Only the newest are kept, to bound the answer of a local run that sends for weeks.
const KEPT = 5000;

const addressesOf = (addresses: Addresses) =>
  [addresses ?? []]
    .flat()
    .map((address) => (typeof address === "string" ? address : address.email))
    .join(", ");

/** Sent mail, in the object's SQLite so that it survives a restart. */
export class Mailbox extends DurableObject<Env> {
  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    state.storage.sql.exec("create table if not exists mails (serial integer primary key, mail text not null)");
  }

  keep(mail: CaughtMail) {
    const { sql } = this.ctx.storage;
    sql.exec("insert into mails (mail) values (?)", JSON.stringify(mail));
    sql.exec("delete from mails where serial <= (select max(serial) from mails) - ?", KEPT);
  }

  /** A JSON array, newest first. */
  list(): string {
    const rows = this.ctx.storage.sql.exec<{ mail: string }>("select mail from mails order by serial desc").toArray();
    return `[${rows.map(({ mail }) => mail).join(",")}]`;
  }
}

const mailbox = (env: Env) => env.MAILBOX.get(env.MAILBOX.idFromName("mailbox"));

/** Replaces production's `send_email` binding: same `send`, same answer, and it refuses a mail without an address. */
export class MailCatcher extends WorkerEntrypoint<Env> {
  async send(message: Builder): Promise<EmailSendResult> {
    const mail: CaughtMail = {
      id: crypto.randomUUID(),
      from: addressesOf(message.from),
      to: addressesOf(message.to),
      cc: addressesOf(message.cc),
      bcc: addressesOf(message.bcc),
      replyTo: addressesOf(message.replyTo),
      subject: message.subject,
      text: message.text ?? "",
      html: message.html ?? "",
      attachments: (message.attachments ?? []).map(({ filename, type, content }) => ({
        filename,
        type,
        size: typeof content === "string" ? content.length : content.byteLength,
      })),
      headers: message.headers ?? {},
      sentAt: new Date(await readClock(this.env)).toISOString(),
    };
    if (!mail.from.includes("@") || !mail.to.includes("@")) throw new Error("A mail needs a sender and a recipient.");
    if (!mail.text && !mail.html) throw new Error("A mail needs a text or an HTML body.");
    await mailbox(this.env).keep(mail);
    return { messageId: mail.id };
  }
}

export default {
  /** Caught mail, newest first, for the control port. */
  async fetch(_request, env) {
    return new Response(await mailbox(env).list(), { headers: { "Content-Type": "application/json" } });
  },
} satisfies ExportedHandler<Env>;
