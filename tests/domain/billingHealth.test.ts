import { readFileSync } from "node:fs";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { renewDue } from "~/domain/billing/renewDue";
import { type BillingJob, billingCrons, billingJobs } from "~/domain/jobs/billingJobs";
import { billingProblems } from "~/domain/jobs/billingProblems";
import { deleteOldRecords } from "~/domain/jobs/deleteOldRecords";
import { findBillingHealth } from "~/domain/jobs/findBillingHealth";
import { runCron } from "~/domain/jobs/runCron";
import type { Job } from "~/domain/jobs/runJob";
import { PaymentsUnavailable } from "~/domain/ports/paymentFailures";
import { reconcileRefunds } from "~/domain/refunds/reconcileRefunds";
import { closeCancelledRenewals } from "~/domain/renewals/closeRenewal";
import { noticeExpiringCards, noticeRenewals } from "~/domain/renewals/noticeRenewals";
import { recordRefusedPayment } from "~/domain/settlement/recordRefusedPayment";
import { openDb } from "~db/client.server";
import { countStatements, newStatementCount } from "~db/countStatements.server";
import { newId } from "~db/ids";
import { insertMany } from "~db/insertRows";
import {
  billingCycles,
  cronRuns,
  jobRuns,
  outbox,
  passwordResets,
  rateLimits,
  refunds,
  sessions,
  subscriptions,
  visits,
  webhookEvents,
} from "~db/schema";
import { cheapPayments } from "../support/cheapPayments";
import { openTestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { plansOf } from "../support/queryPlans";
import { aStoredSubscription, DAY, HOUR, MINUTE } from "../support/renewals";
import { actingAs, actingSystem, TEST_NOW, testContext } from "../support/testContext";
import { aTrackedOrder } from "../support/trackedOrder";

const database = await openTestDatabase();
afterAll(() => database.dispose());
beforeEach(() => database.clear());

const { db } = database;
const provider = cheapPayments(() => 0.5);
const system = (overrides = {}) => testContext(db, actingSystem, { payments: provider.payments, ...overrides });
const fail = (error: unknown) => {
  throw error;
};
const a = (values: Partial<Parameters<typeof aStoredSubscription>[1]> = {}) =>
  aStoredSubscription(db, {
    startedAt: TEST_NOW - 31 * DAY,
    nextPayment: TEST_NOW - MINUTE,
    customerId: "cus_1",
    paymentMethodId: "pm_good",
    ...values,
  });

/** The jobs of a trigger: `work` for one of them, the others find nothing to do. */
const jobsWith = (name: BillingJob, work: Job) =>
  ({ ...Object.fromEntries(Object.keys(billingJobs).map((job) => [job, idle])), [name]: work }) as Record<
    BillingJob,
    Job
  >;
const idle: Job = async () => ({ done: 0, failed: 0 });
const TEN_MINUTES = "*/10 * * * *";

test("the health page shows each job's last run with the error name", async () => {
  const reported: unknown[] = [];
  const report = (_: string, error: unknown) => void reported.push(error);
  const staff = await aStaffMember(db);
  const healthOf = async (name: BillingJob) => {
    const { jobs } = await findBillingHealth(testContext(db, actingAs(staff), { now: TEST_NOW + HOUR }));
    return jobs.find(({ job }) => job === name)!;
  };
  await runCron(
    system(),
    TEN_MINUTES,
    jobsWith("renewDue", async () => ({ done: 3, failed: 0 })),
    report,
  );
  const first = await healthOf("renewDue");
  expect(first).toMatchObject({ done: 3, failed: 0, lastError: null });
  expect(first.startedAt).toBeGreaterThanOrEqual(TEST_NOW);
  expect(first.finishedAt).toBeGreaterThanOrEqual(first.startedAt!);
  expect(await healthOf("reconcileOrders")).toMatchObject({ done: 0, failed: 0, finishedAt: expect.any(Number) });
  expect(await healthOf("sweepUploads")).toMatchObject({ startedAt: null, finishedAt: null });
  const failing: Job = async (_, onFailure) => {
    onFailure(new PaymentsUnavailable("sk_live_secret"));
    throw new TypeError("whsec_secret");
  };
  const later = TEST_NOW + 10 * MINUTE;
  await runCron(system({ now: later }), TEN_MINUTES, jobsWith("renewDue", failing), report);
  const second = await healthOf("renewDue");
  expect(second).toMatchObject({ failed: 2, done: 0, lastError: "TypeError" });
  expect(second.startedAt).toBeGreaterThanOrEqual(later);
  expect(reported).toHaveLength(2);
  expect(JSON.stringify([await db.select().from(jobRuns), await db.select().from(cronRuns)])).not.toContain("secret");
  await runCron(system({ now: TEST_NOW + 20 * MINUTE }), TEN_MINUTES, jobsWith("renewDue", idle), report);
  const third = await healthOf("renewDue");
  expect(third).toMatchObject({ failed: 0, done: 0, lastError: "TypeError", lastErrorAt: second.lastErrorAt });
  expect(third.startedAt).toBeGreaterThanOrEqual(TEST_NOW + 20 * MINUTE);
});

test("a running trigger shows as running, and as late when it never ends", async () => {
  const staff = await aStaffMember(db);
  const healthAt = async (now: number) => {
    const { jobs } = await findBillingHealth(testContext(db, actingAs(staff), { now }));
    return jobs.find(({ job }) => job === "renewDue")!;
  };
  await runCron(system(), TEN_MINUTES, jobsWith("renewDue", idle), fail);
  // Killed each time: the end is never recorded.
  for (let run = 1; run <= 4; run++)
    await db.update(cronRuns).set({ startedAt: TEST_NOW + run * 10 * MINUTE, finishedAt: null });
  expect(await healthAt(TEST_NOW + 20 * MINUTE)).toMatchObject({
    startedAt: TEST_NOW + 40 * MINUTE,
    finishedAt: null,
    late: false,
  });
  expect((await healthAt(TEST_NOW + 40 * MINUTE)).late).toBe(true);
});

test("an idle run of a trigger writes two rows and adds none", async () => {
  const count = newStatementCount();
  const counted = (now: number) => system({ now, db: openDb(countStatements(database.binding, count)) });
  const runs = async (from: number) => {
    for (let run = 0; run < 20; run++)
      for (const cron of Object.keys(billingCrons))
        await runCron(counted(from + run * 10 * MINUTE), cron, jobsWith("renewDue", idle), fail);
  };
  await runs(TEST_NOW);
  count.rowsWritten = 0;
  await runs(TEST_NOW + DAY);
  expect(count.rowsWritten).toBe(20 * 2 * Object.keys(billingCrons).length);
  expect(await db.select().from(jobRuns)).toEqual([]);
  expect(await db.select().from(cronRuns)).toHaveLength(Object.keys(billingCrons).length);
});

test("the health page counts late jobs and failed payments", async () => {
  const staff = await aStaffMember(db);
  const healthAt = async (now = TEST_NOW) => {
    const health = await findBillingHealth(testContext(db, actingAs(staff), { now }));
    return { ...health, problems: billingProblems(health) };
  };
  await insertMany(
    db,
    jobRuns,
    Object.keys(billingJobs).map((job) => ({ job, startedAt: TEST_NOW - MINUTE, finishedAt: TEST_NOW, done: 1 })),
  );
  expect(await healthAt()).toMatchObject({
    due: 0,
    stuck: [],
    failed: [],
    refused: [],
    outboxGivenUp: 0,
    problems: [],
  });
  const { id, subscription, order } = await a();
  expect(await healthAt()).toMatchObject({ due: 1, stuck: [], problems: [] });
  // The provider does not answer for hours.
  const payments = new Proxy(provider.payments, {
    get: (target, name) =>
      name === "createPayment" ? () => Promise.reject(new PaymentsUnavailable("silent")) : Reflect.get(target, name),
  });
  await renewDue(system({ payments }), () => {});
  expect((await healthAt(TEST_NOW + 50 * MINUTE)).stuck).toEqual([]);
  const later = await healthAt(TEST_NOW + 2 * HOUR);
  expect(later.stuck).toMatchObject([
    { subscriptionId: id, clientId: subscription.clientId, cycle: 2, amount: 100_00, tries: 0 },
  ]);
  expect(later.problems).toEqual(["1 renewal is stuck."]);
  expect(later.jobs.find(({ job }) => job === "renewDue")!.late).toBe(true);
  expect(later.jobs.find(({ job }) => job === "sweepUploads")!.late).toBe(false);
  await db.update(subscriptions).set({ status: "Past_Due" }).where(eq(subscriptions.id, id));
  const proof = { kind: "free", orderId: order.id } as const;
  await recordRefusedPayment(system(), { proof, order, reason: "It was made in a different currency" });
  await db.update(outbox).set({ availableAt: Date.UTC(9999, 0, 1) });
  expect(await healthAt()).toMatchObject({
    due: 0,
    stuck: [],
    problems: ["1 payment was not applied.", expect.stringMatching(/notifications? w\w+ not sent/)],
    failed: [{ subscriptionId: id }],
    refused: [{ entity: "order", entityId: order.id, reason: "It was made in a different currency" }],
  });
  expect((await healthAt()).outboxGivenUp).toBeGreaterThan(0);
  // The history table only grows, so the health page must not scan it.
  const plans = await plansOf(database.binding, (spiedDb) => findBillingHealth(testContext(spiedDb, actingAs(staff))));
  expect(plans.filter((step) => /^SCAN history/.test(step))).toEqual([]);
  const customer = await aCustomer(db);
  await expect(findBillingHealth(testContext(db, actingAs(customer)))).rejects.toMatchObject({ kind: "Forbidden" });
});

test("closes cancelled renewals even if others keep failing", async () => {
  const cancelled = [];
  for (let n = 0; n < 22; n++) cancelled.push(await a({ status: "Cancelled", nextPayment: TEST_NOW - DAY }));
  const cycles = cancelled.map(({ id }, n) => ({
    subscriptionId: id,
    cycle: 2,
    state: "open" as const,
    origin: "schedule" as const,
    account: "regular" as const,
    amount: 100_00,
    dueAt: TEST_NOW - DAY,
    paymentIntentId: `pi_${n}`,
    createdAt: TEST_NOW - DAY + n,
  }));
  for (const cycle of cycles) await db.insert(billingCycles).values(cycle);
  const payments = new Proxy(provider.payments, {
    get: (target, name) =>
      name === "cancelPayment"
        ? (_: string, id: string) =>
            id === "pi_21" ? { status: "canceled" } : Promise.reject(new PaymentsUnavailable("silent"))
        : Reflect.get(target, name),
  });
  for (let n = 0; n < 2; n++)
    await closeCancelledRenewals(system({ payments, now: TEST_NOW + n * 10 * MINUTE }), () => {});
  const closed = await db.select().from(billingCycles).where(eq(billingCycles.state, "closed"));
  expect(closed.map(({ paymentIntentId }) => paymentIntentId)).toEqual(["pi_21"]);
});

test("announces a renewal once per cycle, but not for short periods", async () => {
  const soon = await a({ nextPayment: TEST_NOW + 2 * DAY });
  await a({ nextPayment: TEST_NOW + 4 * DAY });
  await a({ nextPayment: TEST_NOW + DAY, startedAt: TEST_NOW - DAY, frequency: "DAY" });
  await a({ nextPayment: TEST_NOW + 2 * DAY, status: "Cancelled" });
  for (let n = 0; n < 3; n++) await noticeRenewals(system({ now: TEST_NOW + n * HOUR }), fail);
  const mails = await db.select().from(outbox);
  expect(mails.map(({ payload }) => payload)).toMatchObject([
    {
      kind: "email",
      to: soon.client.email,
      subject: `Your subscription to ${soon.subscription.serviceName} renews soon`,
      text: expect.stringContaining("View subscriptions: http://localhost:8788/subscriptions/mine"),
    },
  ]);
});

test("sends renewal notices only within three days before the payment", async () => {
  const ahead = 3 * DAY;
  const noticed = [
    await a({ nextPayment: TEST_NOW + ahead }),
    await a({ nextPayment: TEST_NOW + 1 }),
    await a({ nextPayment: TEST_NOW + DAY, previousPayment: TEST_NOW - 5 * DAY - 1 }),
  ];
  await a({ nextPayment: TEST_NOW + ahead + 1 });
  await a({ nextPayment: TEST_NOW });
  await a({ nextPayment: TEST_NOW + DAY, previousPayment: TEST_NOW - 5 * DAY });
  await a({ nextPayment: TEST_NOW + DAY, status: "Due" });
  await noticeRenewals(system(), fail);
  const mails = await db.select().from(outbox);
  expect(mails.map(({ payload }) => (payload as { to: string }).to).sort()).toEqual(
    noticed.map(({ client }) => client.email).sort(),
  );
});

test("warns once per card and month before the card expires", async () => {
  const lookedUp: string[] = [];
  const payments = new Proxy(provider.payments, {
    get: (target, name) =>
      name === "cardOf"
        ? async (_: string, card: string) => {
            lookedUp.push(card);
            return card === "pm_gone" ? null : { brand: "visa", last4: "4242", expiresAt: TEST_NOW + 5 * DAY };
          }
        : Reflect.get(target, name),
  });
  const ending = await a({ nextPayment: TEST_NOW + 10 * DAY });
  const removed = await a({ nextPayment: TEST_NOW + 10 * DAY, paymentMethodId: "pm_gone" });
  await a({ nextPayment: TEST_NOW + 4 * DAY });
  await a({ nextPayment: TEST_NOW + 60 * DAY });
  await a({ nextPayment: TEST_NOW + 10 * DAY, status: "Past_Due" });
  await a({ nextPayment: TEST_NOW + 10 * DAY, status: "Cancelled" });
  for (let n = 0; n < 3; n++) await noticeExpiringCards(system({ payments, now: TEST_NOW + n * HOUR }), fail);
  const mailPayloads = async () => (await db.select().from(outbox)).map(({ payload }) => payload);
  expect(await mailPayloads()).toEqual([
    { kind: "cardMail", about: "cardExpiring", subscriptionId: ending.id, cycle: 2, tryAgainAt: null },
  ]);
  expect(lookedUp).toHaveLength(4);
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, removed.id));
  expect(row).toMatchObject({ cardLast4: null, cardExpiresAt: null });
  await db.update(subscriptions).set({ cardGeneration: 2 }).where(eq(subscriptions.id, ending.id));
  await noticeExpiringCards(system({ payments, now: TEST_NOW + 5 * HOUR }), fail);
  expect(await mailPayloads()).toHaveLength(2);
});

test("the card expiry job does not read old cancelled subscriptions", async () => {
  for (let n = 0; n < 40; n++) await a({ nextPayment: TEST_NOW - n * DAY, status: "Cancelled" });
  const count = newStatementCount();
  await noticeExpiringCards({ ...system(), db: openDb(countStatements(database.binding, count)) }, fail);
  expect(count.rowsRead).toBeLessThan(20);
});

test("ten-minute jobs do not read finished cycles and refunds", async () => {
  for (let n = 0; n < 40; n++) {
    const { id, order } = await a({ status: "Cancelled" });
    const cycle = { subscriptionId: id, cycle: 1, state: "paid", origin: "schedule", account: "regular" } as const;
    await db.insert(billingCycles).values({ ...cycle, amount: 1, dueAt: 1, sequence: 1, createdAt: 1 });
    const refund = { id, orderId: order.id, account: "regular", source: "portal", state: "succeeded" } as const;
    await db.insert(refunds).values({ ...refund, amount: 1, createdById: "nobody", createdAt: 1, refundedAt: 1 });
  }
  for (const job of [closeCancelledRenewals, reconcileRefunds]) {
    const count = newStatementCount();
    await job({ ...system(), db: openDb(countStatements(database.binding, count)) }, fail);
    expect([job.name, count.rowsRead < 20]).toEqual([job.name, true]);
  }
});

test("deletes expired records after 90 days and visits after 13 months", async () => {
  const { id: userId } = await aCustomer(db);
  const old = TEST_NOW - 91 * DAY;
  const young = TEST_NOW - 89 * DAY;
  const session = {
    userId,
    kind: "page" as const,
    secretHash: "x",
    rotatedAt: 1,
    accessExpiresAt: 1,
    createdAt: 1,
    lastSeenAt: 1,
  };
  await db.insert(sessions).values([
    // Ids sort by time, and a session lasts 30 days.
    { ...session, id: newId(old - 30 * DAY - 1), expiresAt: old - 1 },
    { ...session, id: "ended", expiresAt: TEST_NOW + DAY, endedAt: old },
    { ...session, id: newId(young - 30 * DAY), expiresAt: young, endedAt: young },
    { ...session, id: "open", expiresAt: TEST_NOW + DAY },
  ]);
  await db.insert(passwordResets).values([
    { tokenHash: "old", userId, createdAt: 1, expiresAt: old },
    { tokenHash: "used", userId, createdAt: 1, expiresAt: young, usedAt: old },
    { tokenHash: "young", userId, createdAt: 1, expiresAt: young },
  ]);
  await db.insert(webhookEvents).values([
    { id: "old", account: "regular", type: "t", receivedAt: old },
    { id: "young", account: "regular", type: "t", receivedAt: young },
  ]);
  await db.insert(rateLimits).values([
    { key: "signIn:address:203.0.113.1", windowStartedAt: TEST_NOW - DAY - 1, count: 5 },
    { key: "signIn:address:203.0.113.2", windowStartedAt: TEST_NOW - HOUR, count: 5 },
  ]);
  const visit = { affiliateCode: "AFF", landingPath: "/", referrer: "", userAgent: "", bot: false };
  await db.insert(visits).values([
    { ...visit, id: "old", createdAt: Date.parse("2025-10-20T00:00:00Z") },
    { ...visit, id: "young", createdAt: Date.parse("2025-10-22T00:00:00Z") },
  ]);
  expect(await deleteOldRecords(system(), fail)).toEqual({ done: 7, failed: 0 });
  const remainingIds = async (table: typeof sessions | typeof visits | typeof webhookEvents) =>
    (await db.select({ id: table.id }).from(table)).map((row) => row.id).sort();
  expect(await remainingIds(sessions)).toEqual([expect.stringMatching(/^01/), "open"]);
  expect((await db.select().from(passwordResets)).map((row) => row.tokenHash)).toEqual(["young"]);
  expect(await remainingIds(webhookEvents)).toEqual(["young"]);
  expect((await db.select().from(rateLimits)).map((row) => row.key)).toEqual(["signIn:address:203.0.113.2"]);
  expect(await remainingIds(visits)).toEqual(["young"]);
});

test("deleting old records does not read the remaining rows", async () => {
  const { id: userId } = await aCustomer(db);
  const end = TEST_NOW + DAY;
  const many = (table: string, columns: string, values: string) =>
    db.run(
      sql.raw(
        `with recursive n(i) as (select 1 union all select i + 1 from n where i < 500) insert into ${table} (${columns}) select ${values} from n`,
      ),
    );
  // Every second row has ended or was used.
  const [key, ended] = ["'B' || i", `iif(i % 2, ${TEST_NOW - DAY}, null)`];
  await many(
    "sessions",
    "id, user_id, kind, secret_hash, rotated_at, access_expires_at, created_at, last_seen_at, expires_at, ended_at",
    `${key}, '${userId}', 'page', 'x', 1, 1, 1, 1, ${end}, ${ended}`,
  );
  const resetValues = `${key}, '${userId}', 1, ${end}, ${ended}`;
  await many("password_resets", "token_hash, user_id, created_at, expires_at, used_at", resetValues);
  await many(
    "sign_in_links",
    "token_hash, user_id, created_at, expires_at, used_at, redirect_to",
    `${resetValues}, '/'`,
  );
  await many(
    "sign_in_challenges",
    "id, user_id, created_at, expires_at, used_at, token_hash",
    `${resetValues}, 'x' || i`,
  );
  await many("webhook_events", "id, account, type, received_at", `${key}, 'regular', 't', ${TEST_NOW}`);
  await aTrackedOrder(db, { staff: await aStaffMember(db), client: await aCustomer(db), count: 1 });
  await many(
    "link_checks",
    "id, placement_id, due_at, at, verdict, final_url, rel, anchor, ms, body_sha256, prev_hash, hash, kept_until",
    `${key}, (select id from placements), i, i, 'ok', '', '', '', 1, '', i, i, ${end}`,
  );
  const count = newStatementCount();
  const counted = system({ db: openDb(countStatements(database.binding, count)) });
  expect(await deleteOldRecords(counted, fail)).toEqual({ done: 0, failed: 0 });
  expect(count.statements).toBe(14);
  expect(count.rowsRead).toBeLessThan(50);
});

test("deletes more rows than one statement takes in the same run", async () => {
  await db.run(sql`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 2500)
    insert into rate_limits (key, window_started_at, count) select 'signIn:' || i, ${TEST_NOW - 2 * DAY}, 1 from n`);
  expect(await deleteOldRecords(system(), fail)).toEqual({ done: 2500, failed: 0 });
});

test("every job has a cron trigger as frequent as expected", () => {
  const configured = readFileSync("workers/billing/wrangler.toml", "utf8").match(/^crons = (\[.*\])$/m)?.[1] ?? "";
  expect(Object.keys(billingCrons)).toEqual(JSON.parse(configured));
  const turns = Object.values(billingCrons);
  expect(Object.entries(billingJobs).filter(([, turn]) => !turns.includes(turn))).toEqual([]);
});
