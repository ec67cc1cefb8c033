import { and, count, desc, eq, inArray, isNull, lt, min } from "drizzle-orm";
import { exports, inboundMails, jobRuns, outbox } from "~db/schema";
import { authorize } from "../access";
import type { Context } from "../context";
import { GIVEN_UP_AT } from "../outbox/outboxRetry";
import { SEND_MAIL } from "../outbox/recordMailSent";
import { readSizes, type Sizes } from "./readSizes";
import { MAX_COUNTED } from "./trouble";

/** What waits in a queue. `since` in ms UTC; null for an empty one. At most MAX_COUNTED + 1 are counted. */
export interface Waiting {
  n: number;
  since: number | null;
}

export interface Installation extends Sizes {
  /** The newest migration that was applied, without its ending; null before the first. */
  migration: string | null;
  /** When the latest email was sent, to the minute in ms UTC; null for never. */
  lastSentAt: number | null;
  /** When the latest answer by email arrived, in ms UTC; null for none within 90 days. */
  lastReplyAt: number | null;
  /** Emails and notifications, those that wait for a retry included. */
  messages: Waiting;
  exports: Waiting;
}

/** Reads the state of the installation, for super admins. */
export async function readInstallation(ctx: Context): Promise<Installation> {
  authorize(ctx, "health.view");
  const { db } = ctx;
  const newest = db.$client.prepare("select name from d1_migrations order by id desc limit 1");
  const messages = db
    .select({ createdAt: outbox.createdAt })
    .from(outbox)
    .where(and(isNull(outbox.deliveredAt), lt(outbox.availableAt, GIVEN_UP_AT)))
    .orderBy(outbox.availableAt)
    .limit(MAX_COUNTED + 1)
    .as("messages");
  const [sizes, row, [[reply], [sent], [waiting], [making]]] = await Promise.all([
    readSizes(ctx),
    newest.first<{ name: string }>(),
    db.batch([
      db.select({ at: inboundMails.createdAt }).from(inboundMails).orderBy(desc(inboundMails.id)).limit(1),
      db.select({ at: jobRuns.startedAt }).from(jobRuns).where(eq(jobRuns.job, SEND_MAIL)),
      db.select({ n: count(), since: min(messages.createdAt).as("since") }).from(messages),
      db
        .select({ n: count(), since: min(exports.createdAt).as("since") })
        .from(exports)
        .where(inArray(exports.state, ["waiting", "working"])),
    ]),
  ]);
  const none = { n: 0, since: null };
  return {
    ...sizes,
    migration: row?.name.replace(/\.sql$/, "") ?? null,
    lastSentAt: sent?.at ?? null,
    lastReplyAt: reply?.at ?? null,
    messages: waiting ?? none,
    exports: making ?? none,
  };
}
