import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { BillingJob, JobTimes } from "~/domain/jobs/billingJobs";
import { paymentAccounts } from "~/domain/ports/payments";
import { cycleOrigins, cycleStates, missedStates } from "~/domain/subscriptions/cycleStates";
import type { TaxRate } from "~/domain/taxes";
import { cents, flag, json, time } from "../columns";
import { subscriptions } from "./subscriptions";

/** One row per subscription and cycle: its lease, the one PaymentIntent that may pay it, and its tries. */
export const billingCycles = sqliteTable(
  "billing_cycles",
  {
    subscriptionId: text()
      .notNull()
      .references(() => subscriptions.id),
    /** The cycle being paid: the subscription's currentCycle + 1. */
    cycle: integer().notNull(),
    state: text({ enum: cycleStates }).notNull().default("open"),
    origin: text({ enum: cycleOrigins }).notNull(),
    account: text({ enum: paymentAccounts }).notNull(),
    /**
     * The price of the purchase (rules.md coupons/first-payment) and the taxes of the day that the cycle was claimed.
     */
    amount: cents().notNull(),
    /** The added taxes in it, and all that apply; null without a tax (rules.md taxes/renewals). */
    tax: cents().notNull().default(0),
    taxRates: json<Omit<TaxRate, "countries" | "codes">[]>(),
    /** The subscription's nextPayment when the cycle was claimed. */
    dueAt: time().notNull(),
    /** Numbers the intents: a cancelled one is replaced under the next number. */
    sequence: integer().notNull().default(1),
    paymentIntentId: text(),
    /** What the card statement adds, frozen when the cycle is claimed (rules.md payments/statement). */
    statementText: text(),
    /** The lease. After it expires another worker checks the intent first and continues. */
    leaseUntil: time(),
    /** Tries that the provider answered, for this card. */
    tries: integer().notNull().default(0),
    nextTryAt: time(),
    firstTriedAt: time(),
    /** The newest recorded charge. A newer one at the provider is a try whose answer was lost. */
    lastChargeId: text(),
    /** The provider's message and codes. */
    lastFailure: text(),
    lastFailureCode: text(),
    /** The bank asks the card's owner (3-D Secure), so retrying does not help. */
    actionNeeded: flag().notNull().default(false),
    orderId: text(),
    createdAt: time().notNull(),
    paidAt: time(),
  },
  (t) => [
    primaryKey({ columns: [t.subscriptionId, t.cycle] }),
    uniqueIndex("billing_cycles_intent").on(t.account, t.paymentIntentId),
    index("billing_cycles_recovered").on(t.paidAt).where(sql`state = 'paid' and last_failure is not null`),
    index("billing_cycles_unpaid").on(t.createdAt, t.subscriptionId).where(sql`state in ('open', 'failed')`),
    index("billing_cycles_open").on(t.nextTryAt).where(sql`state = 'open'`),
  ],
);

/** Payments that no run charged because billing was down beyond the next one's date. People decide on them. */
export const missedCycles = sqliteTable(
  "missed_cycles",
  {
    subscriptionId: text()
      .notNull()
      .references(() => subscriptions.id),
    /** The date that passed, ms UTC. */
    dueAt: time().notNull(),
    amount: cents().notNull(),
    state: text({ enum: missedStates }).notNull().default("open"),
    /** The cycle that charged it. */
    cycle: integer(),
    createdAt: time().notNull(),
    /** When the super admins were mailed. */
    mailedAt: time(),
    decidedAt: time(),
    decidedById: text(),
  },
  (t) => [
    primaryKey({ columns: [t.subscriptionId, t.dueAt] }),
    index("missed_cycles_open").on(t.createdAt).where(sql`state = 'open'`),
  ],
);

/** The last run of each trigger of the billing Worker: one row per trigger, however many of its jobs were idle. */
export const cronRuns = sqliteTable("cron_runs", {
  cron: text().primaryKey(),
  startedAt: time().notNull(),
  /** Null while it runs, or when it was killed. */
  finishedAt: time(),
  /** When each of its jobs ran last, ms UTC. */
  jobs: json<Partial<Record<BillingJob, JobTimes>>>().notNull().default({}),
});

/**
 * The last run of each billing job that did something or failed, for the health page, and when emails were sent last
 * (`sendMail`). Idle runs are in cronRuns.
 */
export const jobRuns = sqliteTable("job_runs", {
  job: text().primaryKey(),
  startedAt: time().notNull(),
  finishedAt: time(),
  done: integer().notNull().default(0),
  failed: integer().notNull().default(0),
  /** Error names only. Messages may contain data. */
  lastError: text(),
  lastErrorAt: time(),
  /** Runs in a row in which everything failed. */
  failuresInRow: integer().notNull().default(0),
});
