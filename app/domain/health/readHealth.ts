import { and, count, eq, gt, gte, isNotNull, isNull, lt, lte, min, or, sql } from "drizzle-orm";
import { formatDateTime } from "~/format/dates";
import { paths } from "~/paths";
import { cronRuns, deadLetters, exports, jobRuns, missedCycles, outbox, users, webhookEvents } from "~db/schema";
import type { Context } from "../context";
import { DAY_MS } from "../days";
import { type BillingJob, billingCrons, billingJobs, isLate } from "../jobs/billingJobs";
import { jobLabels } from "../jobs/jobLabels";
import { GIVEN_UP_AT } from "../outbox/outboxRetry";
import { staleEventMarks } from "../payments/paymentEventMarks";
import { accountOfRefusedKey } from "../ports/paymentFailures";
import type { PaymentAccount } from "../ports/payments";
import { booksHealth, lastBookCheck, openDifferences } from "./checkBooks";
import { dueChecks, LATE_MS } from "./linkWatchHealth";
import { type HealthPart, type HealthReport, healthParts, MAX_COUNTED, type PartState, type Trouble } from "./trouble";

const MINUTE_MS = 60_000;
/** A queue whose oldest message is older than this does not work. */
const QUEUE_AGE_MS = 10 * MINUTE_MS;
/** Mails of notifications gather for five minutes before their first attempt. */
const GATHER_MS = 5 * MINUTE_MS;
/** One failure may be a lost answer; a monitor sees the second, and super admins read of the third. */
const FAILURES_SHOWN = 2;
const FAILURES_MAILED = 3;
const SILENCE_MS = DAY_MS;
/** Older events are past the provider's own memory. */
const SILENCE_SEEN_MS = 30 * DAY_MS;

type HealthContext = Pick<Context, "db" | "now">;

/**
 * Reads the failures, in one round trip per table group (rules.md operations/alerts). Bounded and cheap, because a
 * monitor reads it every minute. Its texts have times of `zone`. The caller must authorize.
 */
export async function readHealth(ctx: HealthContext, zone: string): Promise<HealthReport> {
  const { db, now } = ctx;
  const [crons, runs, [mails], [files], [dead], silent, [missed], [first], [checked], [differing], late] =
    await db.batch([
      db.select().from(cronRuns),
      db.select().from(jobRuns),
      db
        .select({ n: count(), since: min(outbox.createdAt).as("since") })
        .from(outbox)
        .where(
          and(
            isNull(outbox.deliveredAt),
            lt(outbox.availableAt, GIVEN_UP_AT),
            or(
              and(eq(outbox.attempts, 0), lte(outbox.availableAt, now - QUEUE_AGE_MS)),
              and(gt(outbox.attempts, 0), lte(outbox.createdAt, now - QUEUE_AGE_MS - GATHER_MS)),
            ),
          ),
        ),
      db
        .select({ n: count(), since: min(exports.createdAt).as("since") })
        .from(exports)
        .where(
          and(
            lte(exports.createdAt, now - QUEUE_AGE_MS),
            or(eq(exports.state, "waiting"), and(eq(exports.state, "working"), lt(exports.leaseUntil, now))),
          ),
        ),
      db
        .select({ n: count(), since: min(deadLetters.receivedAt).as("since") })
        .from(deadLetters)
        .where(eq(deadLetters.state, "open")),
      db
        .select({ account: webhookEvents.account, since: min(webhookEvents.missedAt).as("since") })
        .from(webhookEvents)
        .where(
          and(
            isNotNull(webhookEvents.missedAt),
            lte(webhookEvents.missedAt, now - SILENCE_MS),
            gte(webhookEvents.missedAt, now - SILENCE_SEEN_MS),
            sql`not exists (select 1 from webhook_events heard where heard.received_at > ${webhookEvents.missedAt}
            and heard.account = ${webhookEvents.account} and heard.missed_at is null)`,
          ),
        )
        .groupBy(webhookEvents.account),
      db
        .select({ n: count(), clients: sql<number>`count(distinct ${missedCycles.subscriptionId})`.as("clients") })
        .from(missedCycles)
        .where(eq(missedCycles.state, "open")),
      db
        .select({ createdAt: sql<number | null>`min(created_at)`.as("created_at") })
        .from(users)
        .where(eq(users.role, "ADMIN")),
      lastBookCheck(db),
      openDifferences(db),
      dueChecks(ctx, now - LATE_MS),
    ]);
  const books = booksHealth(checked?.at ?? null, differing?.n ?? 0);
  const stale = await staleEventMarks(ctx);
  const troubles: Trouble[] = [
    ...jobTroubles(now, crons, runs, first?.createdAt ?? now),
    ...keyTroubles(runs),
    ...(stale.length > 0 ? [pausedTrouble(Math.min(...stale.map(({ readUpTo }) => readUpTo)), zone)] : []),
    ...(missed?.n ? [missedTrouble(missed.n, missed.clients)] : []),
    ...(mails?.n
      ? [queueTrouble("outbox", `${messages(mails.n)} waiting since ${formatDateTime(mails.since, zone)}`)]
      : []),
    ...(files?.n
      ? [
          queueTrouble(
            "exports",
            `${plural(files.n, "export", "exports")} waiting since ${formatDateTime(files.since, zone)}`,
          ),
        ]
      : []),
    ...(dead?.n ? [deadTrouble(dead.n, dead.since, zone)] : []),
    ...silent.map(({ account, since }) => silentTrouble(account as PaymentAccount, since, zone)),
    ...(late.length > 0 ? [lateChecksTrouble(late.length, late[0]!.nextCheckAt, zone)] : []),
    ...books.troubles,
  ];
  const failing = new Set(troubles.map(({ part }) => part));
  const parts = Object.fromEntries(
    healthParts.map((part) => [part, failing.has(part) ? "failing" : part === "books" ? books.state : "ok"]),
  ) as Record<HealthPart, PartState>;
  return { parts, troubles };
}

const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
const messages = (n: number) => plural(n, "email or notification", "emails and notifications");

/** The part that a job's failure belongs to, other than `jobs`. */
const partOfJob: Partial<Record<BillingJob, HealthPart>> = {
  renewDue: "billing",
  reconcileOrders: "billing",
  reconcileRefunds: "billing",
  readPaymentEvents: "billing",
  closeCancelledRenewals: "billing",
  checkProvider: "provider",
  checkFiles: "files",
};

function jobTroubles(
  now: number,
  crons: (typeof cronRuns.$inferSelect)[],
  runs: (typeof jobRuns.$inferSelect)[],
  setUpAt: number,
): Trouble[] {
  const late: BillingJob[] = [];
  const failing: Trouble[] = [];
  for (const job of Object.keys(billingJobs) as BillingJob[]) {
    const run = runs.find((one) => one.job === job);
    const cron = crons.find((one) => billingCrons[one.cron] === billingJobs[job]);
    // A job that this release adds has its first run with the next run of its cron.
    const cronRanAt = cron?.jobs[job]?.startedAt ?? (cron && cron.finishedAt !== null ? cron.startedAt : 0);
    const last = Math.max(run?.startedAt ?? 0, cronRanAt) || setUpAt;
    if (isLate(job, last, now)) late.push(job);
    // A refused key has a trouble of its own.
    else if (run && run.failuresInRow >= FAILURES_SHOWN && !accountOfRefusedKey(run.lastError))
      failing.push({
        part: partOfJob[job] ?? "jobs",
        mailed: run.failuresInRow >= FAILURES_MAILED,
        cause: `job-failing:${job}`,
        text: `'${jobLabels[job]}' failed ${run.failuresInRow} times in a row${run.lastError ? ` (${run.lastError})` : ""}.`,
        advice: `Search the logs for the route ${job}: its line names the cause. The next run tries again.`,
        path: null,
      });
  }
  if (late.length === 0) return failing;
  const labels = late.map((job) => `'${jobLabels[job]}'`);
  const shown =
    labels.length > 3 ? `${labels.slice(0, 2).join(", ")} and ${labels.length - 2} more` : labels.join(", ");
  return [
    ...failing,
    {
      part: late.some((job) => partOfJob[job] === "billing") ? "billing" : "jobs",
      cause: "jobs-late",
      text: `${plural(late.length, "job is", "jobs are")} late: ${shown}.`,
      advice: "Check that the Billing Worker runs and that its crons are on. Renewals are charged when it runs again.",
      path: null,
    },
  ];
}

/** Seen by the jobs, at most ten minutes after the key was revoked. */
function keyTroubles(runs: (typeof jobRuns.$inferSelect)[]): Trouble[] {
  const refused = runs.flatMap(({ failed, lastError }) => (failed > 0 ? (accountOfRefusedKey(lastError) ?? []) : []));
  return [...new Set(refused)].map((account) => ({
    part: "provider",
    cause: `provider-key:${account}`,
    text: `The card provider refuses the secret key of the ${account} account. No payment of it works.`,
    advice: `Create a new secret key in that account's dashboard, set STRIPE_${account.toUpperCase()}_SECRET_KEY, and deploy.`,
    path: null,
  }));
}

const pausedTrouble = (since: number, zone: string): Trouble => ({
  part: "billing",
  cause: "billing-paused",
  text: `Billing is paused: the card provider's events are read up to ${formatDateTime(since, zone)} only.`,
  advice:
    "No renewal is charged until they are read. Check that the card provider answers and that its keys are valid.",
  path: null,
});

const missedTrouble = (payments: number, subscriptions: number): Trouble => ({
  part: "billing",
  cause: "missed-cycles",
  // The mail of the payments names them, once.
  mailed: false,
  text: `${plural(payments, "payment", "payments")} of ${plural(subscriptions, "subscription", "subscriptions")} fell due while billing did not run.`,
  advice: "Decide for each subscription whether to charge them.",
  path: paths.missedPayments(),
});

const queueTrouble = (queue: "outbox" | "exports", text: string): Trouble => ({
  part: "queues",
  cause: `queue-old:${queue}`,
  text: `The queue of ${queue === "outbox" ? "messages" : "exports"} is older than ten minutes: ${text}.`,
  advice:
    queue === "outbox"
      ? "Search the logs of the Notifications Worker for 'outbox': the line names the cause. Everything waiting is sent when it works again."
      : "Search the logs of the Billing Worker for 'makeNextExport': the line names the cause.",
  path: null,
});

const deadTrouble = (n: number, since: number | null, zone: string): Trouble => ({
  part: "deadLetters",
  cause: "dead-letters",
  text: `${plural(n, "message was", "messages were")} not sent, the first on ${formatDateTime(since, zone)}.`,
  advice: "Read them, then send them again or delete them.",
  path: paths.unsentMessages(),
});

const lateChecksTrouble = (n: number, since: number | null, zone: string): Trouble => ({
  part: "links",
  cause: "checks-late",
  text: `${n > MAX_COUNTED ? `More than ${MAX_COUNTED.toLocaleString("en-US")} checks` : plural(n, "check", "checks")} of live links should have been made hours ago, the first on ${formatDateTime(since, zone)}.`,
  advice: "Check that the Linkwatch Worker runs and that its cron is on. Lost links are noticed when it runs again.",
  path: null,
});

const silentTrouble = (account: PaymentAccount, since: number | null, zone: string): Trouble => ({
  part: "webhooks",
  cause: `webhook-silent:${account}`,
  text: `The ${account} account of the card provider sends no payment updates: those since ${formatDateTime(since, zone)} had to be looked up.`,
  advice: `Check the webhook endpoint /webhooks/stripe/${account} in that account's dashboard: is it enabled, and does its signing secret match STRIPE_${account.toUpperCase()}_WEBHOOK_SECRET?`,
  path: null,
});
