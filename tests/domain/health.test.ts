import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { applyPaymentEvent } from "~/domain/billing/applyPaymentEvent";
import { Forbidden } from "~/domain/errors";
import { findHealth, monitorHealth } from "~/domain/health/findHealth";
import { linkWatchHealth } from "~/domain/health/linkWatchHealth";
import { findMonitorToken } from "~/domain/health/monitorToken";
import { readInstallation } from "~/domain/health/readInstallation";
import { replaceMonitorToken } from "~/domain/health/replaceMonitorToken";
import { watchHealth } from "~/domain/health/watchHealth";
import { type BillingJob, billingCrons, billingJobs } from "~/domain/jobs/billingJobs";
import { runCron } from "~/domain/jobs/runCron";
import type { Job } from "~/domain/jobs/runJob";
import { GIVEN_UP_AT } from "~/domain/outbox/outboxRetry";
import { recordMailSent } from "~/domain/outbox/recordMailSent";
import { KeyRefused } from "~/domain/ports/paymentFailures";
import type { PaymentEvent } from "~/domain/ports/payments";
import type { PortalEnv } from "~/http/environment.server";
import { bindingsPresent } from "~/http/secretsPresent.server";
import {
  cronRuns,
  deadLetters,
  exports,
  fileCounts,
  history,
  jobRuns,
  outbox,
  paymentEventMarks,
  placements,
  users,
  webhookEvents,
} from "~db/schema";
import { openTestDatabase } from "../support/database";
import { aCustomer, aStaffMember } from "../support/factories";
import { callApi } from "../support/portal";
import { DAY, HOUR, MINUTE } from "../support/renewals";
import { actingAs, actingSystem, TEST_NOW, testContext } from "../support/testContext";
import { aTrackedOrder, linksOf } from "../support/trackedOrder";

const database = await openTestDatabase();
afterAll(() => database.dispose());
const { db } = database;

const TEN_MINUTES = "*/10 * * * *";
const idle: Job = async () => ({ done: 0, failed: 0 });
const jobsWith = (name: BillingJob, work: Job) =>
  ({ ...Object.fromEntries(Object.keys(billingJobs).map((job) => [job, idle])), [name]: work }) as Record<
    BillingJob,
    Job
  >;
const system = (now = TEST_NOW) => testContext(db, actingSystem, { now });
const failing: Job = async (_, onFailure) => {
  onFailure(new TypeError("no"));
  return { done: 0, failed: 1 };
};
const run = (now: number, job: BillingJob, work: Job, cron = TEN_MINUTES) =>
  runCron(system(now), cron, jobsWith(job, work), () => {});

let admin: Awaited<ReturnType<typeof aStaffMember>>;
/** Every cron has just run, and every event is read. */
async function wellAt(now: number) {
  await db.delete(cronRuns);
  await db.insert(cronRuns).values(
    Object.entries(billingCrons).map(([cron, interval]) => ({
      cron,
      startedAt: now,
      finishedAt: now,
      jobs: Object.fromEntries(
        Object.entries(billingJobs).flatMap(([job, every]) =>
          every === interval ? [[job, { startedAt: now, finishedAt: now }]] : [],
        ),
      ),
    })),
  );
  await db.delete(paymentEventMarks);
  await db
    .insert(paymentEventMarks)
    .values((["regular", "custom"] as const).map((account) => ({ account, readUpTo: now, numbersCheckedAt: now })));
}
beforeEach(async () => {
  await database.clear();
  admin = await aStaffMember(db);
  await aStaffMember(db, { privileges: "Manager" });
  await wellAt(TEST_NOW);
});

const causes = async (now = TEST_NOW) =>
  (await findHealth(testContext(db, actingAs(admin), { now }))).troubles.map(({ cause }) => cause);
const mails = async () =>
  (await db.select().from(outbox)).flatMap(({ payload }) => (payload.kind === "email" ? [payload] : []));

test("a portal whose parts work has no trouble", async () => {
  const health = await findHealth(testContext(db, actingAs(admin)));
  expect(health.troubles).toEqual([]);
  expect(health.parts).toEqual({
    billing: "ok",
    jobs: "ok",
    queues: "ok",
    deadLetters: "ok",
    webhooks: "ok",
    provider: "ok",
    files: "ok",
    links: "ok",
    books: "not run yet",
  });
});

test("a job that failed twice in a row is a trouble, and the third mails it", async () => {
  const fail = async (n: number) => {
    await run(TEST_NOW + n * MINUTE, "reconcileOrders", failing);
    await watchHealth(system(TEST_NOW + n * MINUTE));
    return { causes: await causes(), mails: (await mails()).length };
  };
  expect(await fail(1)).toEqual({ causes: [], mails: 0 });
  expect(await fail(2)).toEqual({ causes: ["job-failing:reconcileOrders"], mails: 0 });
  expect(await fail(3)).toEqual({ causes: ["job-failing:reconcileOrders"], mails: 1 });
});

const partly: Job = async (_, onFailure) => {
  onFailure(new Error("no"));
  return { done: 1, failed: 1 };
};
test.each([
  ["an idle run", idle],
  ["a run that did a part", partly],
])("%s ends a row of failures", async (_, work) => {
  for (let n = 1; n <= 3; n++) await run(TEST_NOW + n * MINUTE, "renewDue", failing);
  expect(await causes()).toEqual(["job-failing:renewDue"]);
  await run(TEST_NOW + 4 * MINUTE, "renewDue", work);
  expect(await causes()).toEqual([]);
});

test("a cron whose jobs all failed says so", async () => {
  const all = Object.fromEntries(Object.keys(billingJobs).map((job) => [job, failing])) as Record<BillingJob, Job>;
  expect(await runCron(system(), TEN_MINUTES, all, () => {})).toEqual({ failed: true });
  expect(await run(TEST_NOW, "renewDue", failing)).toEqual({ failed: false });
});

test("jobs that stopped running are one trouble of billing", async () => {
  expect(await causes(TEST_NOW + 20 * MINUTE)).toEqual([]);
  // Two runs were missed, and the third is not due yet.
  expect(await causes(TEST_NOW + 26 * MINUTE)).toEqual(["jobs-late"]);
  expect(await causes(TEST_NOW + 2 * HOUR)).toEqual(["jobs-late"]);
  const { parts } = await findHealth(testContext(db, actingAs(admin), { now: TEST_NOW + 2 * HOUR }));
  expect(parts.billing).toBe("failing");
});

test("a job that an upgrade added is late only when its cron is", async () => {
  const [cron] = await db.select().from(cronRuns).where(eq(cronRuns.cron, "0 * * * *"));
  const { countFiles: _, ...jobs } = cron!.jobs;
  await db.update(cronRuns).set({ jobs }).where(eq(cronRuns.cron, cron!.cron));
  await db.update(users).set({ createdAt: TEST_NOW - 100 * DAY });
  expect(await causes()).toEqual([]);
  expect(await causes(TEST_NOW + 3 * HOUR)).toContain("jobs-late");
});

test("unread provider events pause billing and are a trouble", async () => {
  await db.update(paymentEventMarks).set({ readUpTo: TEST_NOW - 3 * HOUR });
  expect(await causes()).toEqual(["billing-paused"]);
});

test.each(["regular", "custom"] as const)("a refused key of the %s account names its variable", async (account) => {
  await run(TEST_NOW + MINUTE, "renewDue", async (_, onFailure) => {
    onFailure(new KeyRefused(account));
    onFailure(new TypeError("another"));
    return { done: 0, failed: 2 };
  });
  const { troubles } = await findHealth(testContext(db, actingAs(admin)));
  expect(troubles.map(({ cause }) => cause)).toEqual([`provider-key:${account}`]);
  expect(troubles[0]!.advice).toContain(`STRIPE_${account.toUpperCase()}_SECRET_KEY`);
});

test("a run that finds nothing to do ends the trouble of a refused key", async () => {
  await run(TEST_NOW + MINUTE, "renewDue", async (_, onFailure) => {
    onFailure(new KeyRefused("regular"));
    return { done: 1, failed: 1 };
  });
  expect(await causes()).toEqual(["provider-key:regular"]);
  await run(TEST_NOW + 2 * MINUTE, "renewDue", idle);
  expect(await causes()).toEqual([]);
});

test("a refused key is one trouble, however many jobs meet it", async () => {
  for (let n = 1; n <= 3; n++)
    for (const job of ["renewDue", "checkProvider"] as const)
      await run(TEST_NOW + n * MINUTE, job, async (_, onFailure) => {
        onFailure(new KeyRefused("regular"));
        return { done: 0, failed: 1 };
      });
  expect(await causes()).toEqual(["provider-key:regular"]);
});

const aMail = (values: Partial<typeof outbox.$inferInsert> = {}) =>
  db.insert(outbox).values({
    id: "m",
    kind: "email",
    dedupeKey: "m",
    createdAt: TEST_NOW,
    availableAt: TEST_NOW,
    payload: { kind: "email", to: "a@example.com", subject: "s", text: "t", html: "h" },
    ...values,
  });

test.each([
  ["a mail that nobody took for eleven minutes", { availableAt: TEST_NOW - 11 * MINUTE }, ["queue-old:outbox"]],
  [
    "a mail that failed for half an hour",
    { createdAt: TEST_NOW - 30 * MINUTE, availableAt: TEST_NOW + HOUR, attempts: 5 },
    ["queue-old:outbox"],
  ],
  ["a mail of nine minutes", { availableAt: TEST_NOW - 9 * MINUTE }, []],
  ["a mail for later", { createdAt: TEST_NOW - HOUR, availableAt: TEST_NOW + HOUR }, []],
  ["a delivered mail", { availableAt: TEST_NOW - HOUR, deliveredAt: TEST_NOW }, []],
])("%s: the queue's age", async (_, values, expected) => {
  await aMail(values);
  expect(await causes()).toEqual(expected);
});

test("an export that waits for eleven minutes is a trouble", async () => {
  await db.insert(exports).values({
    id: "e",
    ownerId: admin.id,
    kind: "orders",
    search: {},
    state: "waiting",
    createdAt: TEST_NOW - 11 * MINUTE,
  });
  expect(await causes()).toEqual(["queue-old:exports"]);
});

const anEvent = (id: string, createdAt: number): PaymentEvent =>
  ({ id, account: "regular", type: "payment_intent.canceled", createdAt }) as PaymentEvent;

test("late checks of live links are a trouble, counted by verdict", async () => {
  const client = await aCustomer(db);
  const order = await aTrackedOrder(db, { staff: admin, client, count: 4 });
  const links = await linksOf(db, admin, order.id);
  const set = (n: number, values: Partial<typeof placements.$inferInsert>) =>
    db.update(placements).set(values).where(eq(placements.id, links[n]!.id));
  await set(0, { nextCheckAt: TEST_NOW - 10 * MINUTE, health: "ok" });
  await set(1, { nextCheckAt: TEST_NOW + DAY, health: "ok" });
  await set(2, { nextCheckAt: null, health: "missing" });
  const ctx = testContext(db, actingAs(admin));
  expect((await findHealth(ctx)).parts.links).toBe("ok");
  await set(3, { nextCheckAt: TEST_NOW - 3 * HOUR });
  const { parts, troubles } = await findHealth(ctx);
  expect(parts.links).toBe("failing");
  expect(troubles.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^1 check of live links should have been made hours ago/),
  ]);
  const page = { due: 2, late: 1, since: TEST_NOW - 3 * HOUR };
  expect(await linkWatchHealth(ctx)).toEqual({
    ...page,
    links: [
      { verdict: "ok", count: 2 },
      { verdict: "missing", count: 1 },
    ],
  });
  await set(0, { health: "missing" });
  await set(1, { health: null });
  expect((await linkWatchHealth(ctx)).links).toEqual([{ verdict: "missing", count: 2 }]);
});

test("events that only a reading brought for a day are silence of webhooks", async () => {
  await applyPaymentEvent(system(TEST_NOW - 25 * HOUR), anEvent("evt_1", TEST_NOW - 26 * HOUR), { isRead: true });
  expect(await causes()).toEqual(["webhook-silent:regular"]);
  const { parts } = await findHealth(testContext(db, actingAs(admin)));
  expect(parts.webhooks).toBe("failing");
});

test("a webhook after the missed event ends the silence", async () => {
  await applyPaymentEvent(system(TEST_NOW - 25 * HOUR), anEvent("evt_1", TEST_NOW - 26 * HOUR), { isRead: true });
  await applyPaymentEvent(system(TEST_NOW - HOUR), anEvent("evt_2", TEST_NOW - HOUR));
  expect(await causes()).toEqual([]);
});

test("a webhook that came after its event was read ends the silence", async () => {
  const event = anEvent("evt_1", TEST_NOW - 26 * HOUR);
  await applyPaymentEvent(system(TEST_NOW - 25 * HOUR), event, { isRead: true });
  await applyPaymentEvent(system(TEST_NOW - 24 * HOUR), event);
  expect(await causes()).toEqual([]);
  expect(await db.select({ missedAt: webhookEvents.missedAt }).from(webhookEvents)).toEqual([{ missedAt: null }]);
});

test("a quiet agency without events is not silent", async () => {
  await applyPaymentEvent(system(TEST_NOW - 9 * DAY), anEvent("evt_1", TEST_NOW - 9 * DAY));
  expect(await causes()).toEqual([]);
});

test("mails each super admin once per cause and day, others never", async () => {
  const second = await aStaffMember(db);
  await aMail({ availableAt: TEST_NOW - HOUR, createdAt: TEST_NOW - HOUR, deliveredAt: null });
  for (let n = 0; n < 3; n++) await watchHealth(system(TEST_NOW + n * MINUTE));
  const alerts = async () => (await mails()).filter(({ text }) => text.includes("once a day until it is solved"));
  const first = await alerts();
  expect(first.map(({ to }) => to).sort()).toEqual([admin.email, second.email].sort());
  expect(first[0]!.text).toContain("older than ten minutes");
  expect(first[0]!.text).toContain("/settings/health");
  await wellAt(TEST_NOW + DAY);
  await watchHealth(system(TEST_NOW + DAY));
  expect(await alerts()).toHaveLength(4);
});

test("a healthy portal writes nothing when it is watched", async () => {
  expect(await watchHealth(system())).toEqual({ done: 0, failed: 0 });
  expect(await mails()).toEqual([]);
});

test("super admins read all failures, other staff those of billing and jobs", async () => {
  const manager = await aStaffMember(db, { privileges: "Manager" });
  for (let n = 1; n <= 2; n++)
    await runCron(
      system(TEST_NOW + n * MINUTE),
      TEN_MINUTES,
      { ...jobsWith("renewDue", failing), checkFiles: failing },
      () => {},
    );
  const causesFor = async (user: typeof admin) =>
    (await findHealth(testContext(db, actingAs(user)))).troubles.map(({ cause }) => cause).sort();
  expect(await causesFor(admin)).toEqual(["job-failing:checkFiles", "job-failing:renewDue"]);
  expect(await causesFor(manager)).toEqual(["job-failing:renewDue"]);
  await expect(causesFor(await aCustomer(db))).rejects.toThrow(Forbidden);
});

const token = () => findMonitorToken(testContext(db, actingAs(admin)));

test("GET /health tells a monitor what works and is stored, and no more", async () => {
  const bearer = await token();
  const well = await callApi(testContext(db), "GET", "/health", { bearer });
  expect([well.status, well.json.ok]).toEqual([200, true]);
  expect(well.json.checks).toMatchObject({
    billing: { ok: true, status: "ok" },
    queues: { ok: true, status: "ok" },
    webhooks: { ok: true, status: "ok" },
    books: { ok: true, status: "not run yet" },
  });
  expect(well.json.version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(well.json.sizes).toEqual({
    database: { bytes: expect.any(Number), limitBytes: 10_000_000_000 },
    files: null,
  });
  expect(well.json.sizes.database.bytes).toBeGreaterThan(100_000);
  await db.insert(fileCounts).values({ id: 1, files: 12, bytes: 34_567, countedAt: TEST_NOW - HOUR });
  await db
    .insert(deadLetters)
    .values({ id: "d", queue: "portal-visits", messageId: "1", body: '"secret"', receivedAt: TEST_NOW });
  const broken = await callApi(testContext(db), "GET", "/health", { bearer });
  expect([broken.status, broken.json.ok, broken.json.checks.deadLetters]).toEqual([
    503,
    false,
    { ok: false, status: "failing" },
  ]);
  expect(broken.json.sizes.files).toEqual({ count: 12, bytes: 34_567, countedTime: "2026-11-21T11:00:00.000Z" });
  expect(broken.text).not.toMatch(/secret|visits/);
});

test("GET /health refuses a missing, wrong or replaced token", async () => {
  const health = (bearer?: string) => callApi(testContext(db), "GET", "/health", { bearer });
  const [first, ctx] = [await token(), testContext(db, actingAs(admin))];
  for (const bearer of [undefined, "wrong", `${first}x`, first.slice(1)]) {
    const refused = await health(bearer);
    expect([refused.status, refused.headers.get("WWW-Authenticate")]).toEqual([401, "Bearer"]);
    expect(refused.json).toEqual({ message: expect.stringContaining("monitor's token") });
  }
  await replaceMonitorToken(ctx);
  const second = await token();
  await replaceMonitorToken(ctx);
  const third = await token();
  expect(new Set([first, second, third]).size).toBe(3);
  expect([(await health(first)).status, (await health(second)).status, (await health(third)).status]).toEqual([
    401, 401, 200,
  ]);
});

test("only super admins see and replace the monitor's token", async () => {
  const manager = testContext(db, actingAs(await aStaffMember(db, { privileges: "Admin" })));
  await expect(findMonitorToken(manager)).rejects.toThrow(Forbidden);
  await expect(replaceMonitorToken(manager)).rejects.toThrow(Forbidden);
});

test("a replaced token is in the history without its value", async () => {
  await replaceMonitorToken(testContext(db, actingAs(admin)));
  const [row] = await db.select().from(history).where(eq(history.entity, "monitorToken"));
  expect(row).toMatchObject({ action: "Token replaced", actorId: admin.id, changes: [] });
});

test("the installation names the latest email and what waits", async () => {
  // Migrations write it.
  await database.binding.prepare("create table if not exists d1_migrations (id integer primary key, name text)").run();
  const read = () => readInstallation(testContext(db, actingAs(admin)));
  const empty = { n: 0, since: null };
  expect(await read()).toMatchObject({ lastSentAt: null, lastReplyAt: null, messages: empty, exports: empty });
  const row = (key: string, at: number, values = {}) => ({
    id: key,
    kind: "push" as const,
    dedupeKey: key,
    payload: { kind: "push" as const, notifications: [] },
    createdAt: at,
    availableAt: at,
    ...values,
  });
  await db
    .insert(outbox)
    .values([
      row("sent", TEST_NOW - 9 * HOUR, { deliveredAt: TEST_NOW }),
      row("given up", TEST_NOW - 8 * HOUR, { availableAt: GIVEN_UP_AT }),
      row("waits for a retry", TEST_NOW - HOUR, { availableAt: TEST_NOW + HOUR }),
      row("waits", TEST_NOW),
    ]);
  await recordMailSent(system(TEST_NOW - HOUR));
  await recordMailSent(system(TEST_NOW - HOUR + 59_000));
  expect(await read()).toMatchObject({ lastSentAt: TEST_NOW - HOUR, messages: { n: 2, since: TEST_NOW - HOUR } });
  await recordMailSent(system(TEST_NOW));
  expect(await read()).toMatchObject({ lastSentAt: TEST_NOW });
});

test("names the bindings that a deployment lacks", () => {
  const bound = Object.fromEntries(bindingsPresent({} as PortalEnv).map(({ name }) => [name, {}]));
  const missing = (env: object) =>
    bindingsPresent(env as PortalEnv).flatMap(({ name, present }) => (present ? [] : [name]));
  expect(missing(bound)).toEqual([]);
  expect(missing({ ...bound, PRINTER: undefined, APP_ENV: "production" })).toEqual(["PRINTER", "LOGS"]);
});

test("the check of a monitor costs at most four round trips", async () => {
  const { countStatements, newStatementCount } = await import("~db/countStatements.server");
  const { openDb } = await import("~db/client.server");
  const count = newStatementCount();
  const bearer = await token();
  await monitorHealth(testContext(openDb(countStatements(database.binding, count))), bearer);
  expect(count.roundTrips).toBeLessThanOrEqual(4);
  expect(count.rowsRead).toBeLessThan(100);
});

test("job runs keep their row of failures for the page", async () => {
  for (let n = 1; n <= 4; n++) await run(TEST_NOW + n * MINUTE, "renewDue", failing);
  const row = await db.select().from(jobRuns).where(eq(jobRuns.job, "renewDue")).get();
  expect(row).toMatchObject({ failuresInRow: 4, lastError: "TypeError" });
});
