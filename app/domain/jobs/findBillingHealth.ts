import { and, count, desc, eq, gte, inArray, lt, notExists, sql } from "drizzle-orm";
import { fullName } from "~/format/names";
import { firstIdOf } from "~db/ids";
import {
  cronRuns,
  history,
  jobRuns,
  numberFloors,
  outbox,
  paymentEventFailures,
  securityEvents,
  unmatchedPayments,
  users,
  webhookEvents,
} from "~db/schema";
import { authorize } from "../access";
import type { Limit } from "../accounts/limits";
import type { Context } from "../context";
import { DAY_MS } from "../days";
import type { Cents } from "../money";
import { nextOrderNumber } from "../orders/orderNumber";
import { isGivenUp } from "../outbox/givenUpMessages";
import { MAX_EVENT_TRIES } from "../payments/paymentEventMarks";
import type { PaymentAccount } from "../ports/payments";
import { REFUSED_PAYMENT } from "../settlement/recordRefusedPayment";
import { cycleTaxes } from "../subscriptions/cycleTaxes";
import { refusalOf } from "../subscriptions/renewalRefusals";
import { type BillingJob, billingCrons, billingJobs, isLate } from "./billingJobs";

const HOUR_MS = 60 * 60_000;
/** Six missed runs. */
const STUCK_AFTER_MS = HOUR_MS;
const REFUSED_DAYS = 30;
const MAX_ROWS = 50;

export interface JobHealth {
  job: BillingJob;
  /** ms UTC; null when the job never ran or is running. */
  startedAt: number | null;
  finishedAt: number | null;
  done: number;
  failed: number;
  /** The error's name only, never its message. */
  lastError: string | null;
  lastErrorAt: number | null;
  late: boolean;
}

/** A renewal that may need attention. Cents and ms UTC. */
export interface RenewalHealth {
  subscriptionId: string;
  clientId: string;
  clientName: string;
  serviceName: string;
  cycle: number;
  amount: Cents;
  /** When it became due, or when retries ended. */
  since: number;
  tries: number;
  /** The provider's reason: why it rejects requests while retries remain, else the card's failure. */
  lastFailure: string | null;
}

export interface BillingHealth {
  jobs: JobHealth[];
  /** Unpaid renewals past their date, including those waiting for a retry. */
  due: number;
  /** Overdue for an hour without any progress. */
  stuck: RenewalHealth[];
  /** Out of retries: they need a new card. */
  failed: RenewalHealth[];
  /** Rejected payments of the last 30 days: money may have moved. */
  refused: { entity: string; entityId: string; payment: string; reason: string; createdAt: number }[];
  /** Payments whose order is lost and cannot be rebuilt, not yet refunded. Cents. */
  unmatched: { payments: number; amount: Cents };
  /** Provider events that failed on every retry. */
  failedEvents: { id: string; account: PaymentAccount; type: string; lastError: string; firstFailedAt: number }[];
  /** Clients who reached the limit of declined payments in the last day. ms UTC. */
  declineLimits: { id: string; clientId: string; clientName: string; address: string | null; at: number }[];
  /** When the order numbers skipped a gap, and the next order number; null if they never did. ms UTC. */
  numbersRaised: { at: number; nextOrder: number } | null;
  /** Emails and pushes that failed on every retry. */
  outboxGivenUp: number;
}

/** What the page shows of billing besides the failures: last runs, and what is due, stuck, failed or refused. */
export async function findBillingHealth(ctx: Context): Promise<BillingHealth> {
  authorize(ctx, "billing.health");
  const { db, now } = ctx;
  const [
    crons,
    runs,
    dueRows,
    givenUp,
    refusedRows,
    [firstAccount],
    failedEvents,
    [unmatched],
    [raised],
    declineLimits,
  ] = await db.batch([
    db.select().from(cronRuns),
    db.select().from(jobRuns),
    db
      .select({ n: sql<number>`count(*)` })
      .from(sql`subscriptions`)
      .where(sql`status in ('Active', 'Due') and next_payment <= ${now}`),
    db.select({ n: count() }).from(outbox).where(isGivenUp),
    db
      .select()
      .from(history)
      .where(
        and(
          gte(history.dedupeKey, REFUSED_PAYMENT),
          lt(history.dedupeKey, `${REFUSED_PAYMENT}~`),
          gte(history.createdAt, now - REFUSED_DAYS * DAY_MS),
        ),
      )
      .orderBy(desc(history.createdAt))
      .limit(MAX_ROWS),
    db.select({ createdAt: sql<number>`min(created_at)` }).from(users).where(eq(users.role, "ADMIN")),
    db
      .select({
        id: paymentEventFailures.id,
        account: paymentEventFailures.account,
        type: paymentEventFailures.type,
        lastError: paymentEventFailures.lastError,
        firstFailedAt: paymentEventFailures.firstFailedAt,
      })
      .from(paymentEventFailures)
      .where(
        and(
          gte(paymentEventFailures.tries, MAX_EVENT_TRIES),
          // A webhook may have delivered the event since.
          notExists(
            db.select({ one: sql`1` }).from(webhookEvents).where(eq(webhookEvents.id, paymentEventFailures.id)),
          ),
        ),
      )
      .orderBy(desc(paymentEventFailures.lastFailedAt))
      .limit(MAX_ROWS),
    db
      .select({ payments: count(), amount: sql<Cents>`coalesce(sum(${unmatchedPayments.amount}), 0)`.as("amount") })
      .from(unmatchedPayments)
      .where(inArray(unmatchedPayments.state, ["open", "refunding"])),
    db
      .select({ at: numberFloors.raisedAt, nextOrder: nextOrderNumber.as("next_order") })
      .from(numberFloors)
      .where(eq(numberFloors.kind, "order")),
    db
      .select({
        id: securityEvents.id,
        clientId: sql<string>`${users.id}`.as("client_id"),
        firstName: users.firstName,
        lastName: users.lastName,
        address: securityEvents.address,
        at: securityEvents.createdAt,
      })
      .from(securityEvents)
      .innerJoin(users, eq(users.id, securityEvents.userId))
      .where(
        and(
          eq(securityEvents.kind, "limited"),
          gte(securityEvents.id, firstIdOf(now - DAY_MS)),
          eq(securityEvents.detail, "decline" satisfies Limit),
        ),
      )
      .orderBy(desc(securityEvents.id))
      .limit(MAX_ROWS),
  ]);
  const setUpAt = firstAccount?.createdAt ?? now;
  const stuck = await renewals(
    ctx,
    sql`s.id in (select id from subscriptions where status in ('Active', 'Due') and next_payment <= ${now - STUCK_AFTER_MS}
      union select subscription_id from billing_cycles where state = 'open') and +s.status in ('Active', 'Due') and (
      (c.cycle is null and s.next_payment <= ${now - STUCK_AFTER_MS})
      or (c.state = 'open' and coalesce(c.next_try_at, c.created_at) <= ${now - STUCK_AFTER_MS}))`,
  );
  const failed = await renewals(ctx, sql`s.status = 'Past_Due'`);
  const jobs = (Object.keys(billingJobs) as BillingJob[]).map((job) => {
    const run = runs.find((one) => one.job === job);
    const cron = crons.find((one) => billingCrons[one.cron] === billingJobs[job]);
    const recorded = cron?.jobs[job];
    // A run that is newer than the job's row was idle, or has not ended.
    const idle = recorded && recorded.startedAt > (run?.startedAt ?? 0) ? { ...recorded, done: 0, failed: 0 } : null;
    const last = idle ?? run;
    const running = cron && cron.finishedAt === null && cron.startedAt > (last?.startedAt ?? 0) ? cron : null;
    return {
      job,
      startedAt: running?.startedAt ?? last?.startedAt ?? null,
      finishedAt: running ? null : (last?.finishedAt ?? null),
      done: running ? 0 : (last?.done ?? 0),
      failed: running ? 0 : (last?.failed ?? 0),
      lastError: run?.lastError ?? null,
      lastErrorAt: run?.lastErrorAt ?? null,
      // A trigger that is killed every time starts, but its jobs do not end: they are late.
      late: isLate(job, last?.startedAt ?? setUpAt, now),
    };
  });
  const refused = refusedRows.map(({ entity, entityId, changes, createdAt }) => ({
    entity,
    entityId,
    payment: String(changes.find((one) => one.field === "payment")?.after ?? ""),
    reason: String(changes.find((one) => one.field === "reason")?.after ?? ""),
    createdAt,
  }));
  return {
    jobs,
    due: dueRows[0]?.n ?? 0,
    stuck,
    failed,
    refused,
    outboxGivenUp: givenUp[0]?.n ?? 0,
    unmatched: unmatched ?? { payments: 0, amount: 0 },
    failedEvents,
    numbersRaised: raised ?? null,
    declineLimits: declineLimits.map(({ firstName, lastName, ...row }) => ({
      ...row,
      clientName: fullName({ firstName, lastName }),
    })),
  };
}

interface RenewalRow extends Omit<RenewalHealth, "clientName"> {
  firstName: string;
  lastName: string;
}

/** The next cycle of the subscriptions matching `which` (a condition on s and c), longest waiting first. */
async function renewals(ctx: Context, which: ReturnType<typeof sql>): Promise<RenewalHealth[]> {
  const taxes = cycleTaxes(ctx, sql`s`);
  const amount = taxes ? sql`coalesce(c.amount, s.renewal_amount + ${taxes.tax})` : sql`s.renewal_amount`;
  const rows = await ctx.db.all<RenewalRow>(sql`
    select s.id as subscriptionId, s.client_id as clientId, u.first_name as firstName, u.last_name as lastName,
      s.service_name as serviceName, s.current_cycle + 1 as cycle, ${amount} as amount,
      coalesce(c.next_try_at, c.first_tried_at, c.created_at, s.next_payment) as since, coalesce(c.tries, 0) as tries,
      coalesce(
        iif(s.status = 'Past_Due', c.last_failure, ${refusalOf(sql`s.id`, sql`s.current_cycle + 1`)}), c.last_failure
      ) as lastFailure
    from subscriptions s
    join users u on u.id = s.client_id
    left join billing_cycles c on c.subscription_id = s.id and c.cycle = s.current_cycle + 1
    where ${which}
    order by since, s.id limit ${MAX_ROWS}`);
  return rows.map(({ firstName, lastName, ...row }) => ({ ...row, clientName: fullName({ firstName, lastName }) }));
}
