import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { renewDue } from "~/domain/billing/renewDue";
import { billingCycles, orders, subscriptions } from "~db/schema";
import { cheapPayments } from "../support/cheapPayments";
import { openTestDatabase } from "../support/database";
import { aStoredSubscription, DAY, HOUR, MINUTE, type StoredSubscription } from "../support/renewals";
import { actingSystem, testContext } from "../support/testContext";

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.dispose());

const provider = cheapPayments(() => 0.5);
const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);

const run = (now: number) =>
  renewDue(testContext(database.db, actingSystem, { now, payments: provider.payments }), (error) => {
    throw error;
  });

const aSubscription = (startedAt: number, values: Partial<StoredSubscription> = {}) =>
  aStoredSubscription(database.db, { startedAt, customerId: "cus_1", paymentMethodId: "pm_good", ...values });

const row = async (id: string) =>
  (await database.db.select().from(subscriptions).where(eq(subscriptions.id, id)).get())!;

/** Runs the cron at its first ten-minute turn after each due date; returns the payment days. */
async function renewedOn(id: string, times: number) {
  const days: string[] = [];
  for (let n = 0; n < times; n++) {
    const { nextPayment, currentCycle } = await row(id);
    const turn = Math.ceil((nextPayment + 1) / (10 * MINUTE)) * 10 * MINUTE;
    await run(turn);
    const after = await row(id);
    expect(after.currentCycle).toBe(currentCycle + 1);
    days.push(day(after.previousPayment));
  }
  return days;
}

const lastDays = [
  "2027-02-28 2027-03-31 2027-04-30 2027-05-31 2027-06-30 2027-07-31 2027-08-31 2027-09-30 2027-10-31 2027-11-30 2027-12-31 2028-01-31",
  "2028-02-29 2028-03-31 2028-04-30 2028-05-31 2028-06-30 2028-07-31 2028-08-31 2028-09-30 2028-10-31 2028-11-30 2028-12-31 2029-01-31",
].flatMap((year) => year.split(" "));
const onDay = (dayOfMonth: number) =>
  lastDays.map((date) => (date.slice(5, 7) === "02" ? date : `${date.slice(0, 8)}${dayOfMonth}`));

test.each([
  ["29 January", "2027-01-29T09:30:00.000Z", onDay(29).map((date) => date.replace("2027-02-29", "2027-02-28"))],
  ["30 January", "2027-01-30T09:30:00.000Z", onDay(30)],
  ["31 January", "2027-01-31T09:30:00.000Z", lastDays],
])("charges 24 monthly renewals from %s on the expected days", async (_, start, table) => {
  const { id } = await aSubscription(Date.parse(start));
  expect(await renewedOn(id, 24)).toEqual(table);
  const renewed = await database.db.select().from(orders).where(eq(orders.subscriptionId, id)).orderBy(orders.cycle);
  expect(renewed.map((order) => order.cycle)).toEqual(Array.from({ length: 25 }, (_, n) => n + 1));
  expect(provider.charges.filter((charge) => charge.subscriptionId === id)).toHaveLength(24);
});

test.each([
  ["DAY", 1, ["2028-02-28", "2028-02-29", "2028-03-01", "2028-03-02"]],
  ["DAY", 10, ["2028-03-08", "2028-03-18", "2028-03-28", "2028-04-07"]],
  ["WEEK", 2, ["2028-03-12", "2028-03-26", "2028-04-09", "2028-04-23"]],
  ["MONTH", 3, ["2028-05-27", "2028-08-27", "2028-11-27", "2029-02-27"]],
] as const)("charges every %s x %i from 27 February 2028", async (frequency, orderDuration, table) => {
  const { id } = await aSubscription(Date.parse("2028-02-27T08:00:00.000Z"), { frequency, orderDuration });
  expect(await renewedOn(id, 4)).toEqual(table);
});

test.each([
  ["MONTH", "2027-01-31T09:30:00.000Z", 31 * DAY, "2027-04-30"],
  ["MONTH", "2027-01-31T09:30:00.000Z", 100 * DAY, "2027-06-30"],
  ["WEEK", "2027-01-31T09:30:00.000Z", 31 * DAY, "2027-03-14"],
  ["DAY", "2027-01-31T09:30:00.000Z", 31 * DAY, "2027-03-05"],
] as const)(
  "after downtime charges one cycle, then by the anchor (%s from %s)",
  async (frequency, start, downtime, next) => {
    const { id, subscription } = await aSubscription(Date.parse(start), { frequency });
    const resumedAt = subscription.nextPayment + downtime + HOUR;
    for (let n = 0; n < 6; n++) await run(resumedAt + n * 10 * MINUTE);
    const after = await row(id);
    expect(provider.charges.filter((charge) => charge.subscriptionId === id)).toHaveLength(1);
    expect(after.currentCycle).toBe(2);
    expect(after.nextPayment).toBeGreaterThan(resumedAt);
    expect(day(after.nextPayment)).toBe(next);
    // The time of day does not change.
    expect(new Date(after.nextPayment).toISOString().slice(11)).toBe(start.slice(11));
  },
);

test("charges from the due millisecond on", async () => {
  const start = Date.parse("2027-01-15T09:30:00.000Z");
  const { id, subscription } = await aSubscription(start);
  await run(subscription.nextPayment - 1);
  expect((await row(id)).currentCycle).toBe(1);
  await run(subscription.nextPayment);
  expect(await row(id)).toMatchObject({ currentCycle: 2, nextPayment: Date.parse("2027-03-15T09:30:00.000Z") });
  // After downtime until the next due date one cycle covers both dates.
  const after = Date.parse("2027-04-15T09:30:00.000Z");
  for (let n = 0; n < 2; n++) await run(after);
  expect(await row(id)).toMatchObject({ currentCycle: 3, nextPayment: Date.parse("2027-05-15T09:30:00.000Z") });
});

test("retries a failed payment from the exact retry time on", async () => {
  const { id, subscription } = await aSubscription(Date.parse("2027-01-15T09:30:00.000Z"), {
    paymentMethodId: "pm_declined",
  });
  const first = subscription.nextPayment;
  const tries = () => provider.charges.filter((charge) => charge.subscriptionId === id).length;
  for (const [passed, expected] of [
    [0, 1],
    [DAY - 1, 1],
    [DAY, 2],
    [3 * DAY - 1, 2],
    [3 * DAY, 3],
    [6 * DAY - 1, 3],
    [6 * DAY, 4],
    [60 * DAY, 4],
  ] as const) {
    await run(first + passed);
    expect(tries()).toBe(expected);
  }
  expect((await row(id)).status).toBe("Past_Due");
});

test("charges 15 per run, oldest first, and continues after a failure", async () => {
  await database.db.update(subscriptions).set({ status: "Cancelled" });
  const start = Date.parse("2030-01-10T00:00:00.000Z");
  const all: Awaited<ReturnType<typeof aStoredSubscription>>[] = [];
  for (let n = 0; n < 17; n++) all.push(await aSubscription(start + n * HOUR));
  const now = Date.parse("2030-02-12T00:00:00.000Z");
  // The provider fails unexpectedly for the second subscription.
  const payments = new Proxy(provider.payments, {
    get: (target, name) =>
      name === "createPayment"
        ? async (input: { metadata: Record<string, string> }) => {
            if (input.metadata.subscription_id === all[1]!.id) throw new TypeError("No such customer");
            return await target.createPayment(input as never);
          }
        : Reflect.get(target, name),
  });
  const failures: unknown[] = [];
  const ctx = testContext(database.db, actingSystem, { now, payments });
  expect(await renewDue(ctx, (error) => void failures.push(error))).toEqual({ done: 14, failed: 1 });
  expect(failures).toHaveLength(1);
  const cycles = await Promise.all(all.map(async ({ id }) => (await row(id)).currentCycle));
  expect(cycles).toEqual(all.map((_, n) => (n === 1 || n > 14 ? 1 : 2)));
  expect(await renewDue({ ...ctx, now: now + 10 * MINUTE }, () => {})).toEqual({ done: 2, failed: 1 });
  const open = await database.db.select().from(billingCycles).where(eq(billingCycles.state, "open"));
  expect(open.map((cycle) => cycle.subscriptionId)).toEqual([all[1]!.id]);
});
