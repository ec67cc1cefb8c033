import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { chargeMissed, findMissedPayments, waiveMissedPayments } from "~/domain/billing/missedPayments";
import { renewDue } from "~/domain/billing/renewDue";
import { NotFound } from "~/domain/errors";
import { findHealth } from "~/domain/health/findHealth";
import { watchHealth } from "~/domain/health/watchHealth";
import { history, missedCycles, orders, outbox, subscriptions } from "~db/schema";
import { cheapPayments } from "../support/cheapPayments";
import { openTestDatabase } from "../support/database";
import { aStaffMember } from "../support/factories";
import { aStoredSubscription, DAY, HOUR, type StoredSubscription } from "../support/renewals";
import { actingAs, actingSystem, TEST_NOW, testContext } from "../support/testContext";

const database = await openTestDatabase();
afterAll(() => database.dispose());
const { db } = database;
const provider = cheapPayments(() => 0.5);
let admin: Awaited<ReturnType<typeof aStaffMember>>;
beforeEach(async () => {
  await database.clear();
  admin = await aStaffMember(db);
});

const staff = (now: number) => testContext(db, actingAs(admin), { now, payments: provider.payments });
const system = (now: number) => testContext(db, actingSystem, { now, payments: provider.payments });
const cron = (now: number) =>
  renewDue(system(now), (error) => {
    throw error;
  });
const WEEK = 7 * DAY;
const START = TEST_NOW;
/** A weekly subscription, first due a week after its start. */
const aWeekly = (values: Partial<StoredSubscription> = {}) =>
  aStoredSubscription(db, {
    startedAt: START,
    nextPayment: START + WEEK,
    frequency: "WEEK",
    orderDuration: 1,
    customerId: "cus_1",
    paymentMethodId: "pm_good",
    ...values,
  });
const row = async (id: string) => (await db.select().from(subscriptions).where(eq(subscriptions.id, id)).get())!;
const chargesOf = (id: string) => provider.charges.filter(({ subscriptionId }) => subscriptionId === id).length;

test("an outage of 40 days charges one payment and lists four as missed", async () => {
  const { id } = await aWeekly();
  const back = START + 40 * DAY;
  await cron(back);
  expect(chargesOf(id)).toBe(1);
  expect((await row(id)).nextPayment).toBe(START + 6 * WEEK);
  expect(await findMissedPayments(staff(back))).toMatchObject([
    { subscriptionId: id, dueAts: [2, 3, 4, 5].map((week) => START + week * WEEK), amount: 400_00 },
  ]);
});

test("a run that is a day late misses nothing", async () => {
  const { id } = await aWeekly();
  await cron(START + WEEK + DAY);
  expect(chargesOf(id)).toBe(1);
  expect(await findMissedPayments(staff(START + WEEK + DAY))).toEqual([]);
});

test("dates that pass while the client's card is declined are not missed", async () => {
  const { id } = await aWeekly({ paymentMethodId: "pm_declined" });
  for (let day = 0; day < 9; day++) await cron(START + WEEK + day * DAY + HOUR);
  await db.update(subscriptions).set({ paymentMethodId: "pm_good", status: "Due" });
  await cron(START + 3 * WEEK);
  expect(await db.select().from(missedCycles).where(eq(missedCycles.subscriptionId, id))).toEqual([]);
});

test("charging them makes an order each and keeps the next date", async () => {
  const { id } = await aWeekly();
  const back = START + 40 * DAY;
  await cron(back);
  const before = await row(id);
  const result = await chargeMissed(staff(back + HOUR), id);
  expect(result).toEqual({ charged: 4, left: 0, stoppedBy: null });
  const after = await row(id);
  expect([after.currentCycle, after.nextPayment]).toEqual([before.currentCycle + 4, before.nextPayment]);
  expect(chargesOf(id)).toBe(5);
  expect(await db.select().from(orders).where(eq(orders.subscriptionId, id))).toHaveLength(6);
  expect((await db.select().from(missedCycles)).map(({ state }) => state)).toEqual(Array(4).fill("charged"));
  await expect(chargeMissed(staff(back + HOUR), id)).rejects.toThrow(NotFound);
  // The regular payment follows on its date.
  await cron(before.nextPayment + HOUR);
  expect(chargesOf(id)).toBe(6);
  expect((await row(id)).nextPayment).toBe(before.nextPayment + WEEK);
});

test("two clicks at the same moment charge nothing twice", async () => {
  const { id } = await aWeekly();
  const back = START + 40 * DAY;
  await cron(back);
  await Promise.allSettled([chargeMissed(staff(back + HOUR), id), chargeMissed(staff(back + HOUR), id)]);
  await chargeMissed(staff(back + 2 * HOUR), id).catch(() => {});
  expect(chargesOf(id)).toBe(5);
});

test("a declined card stops the rest", async () => {
  const { id } = await aWeekly();
  const back = START + 40 * DAY;
  await cron(back);
  await db.update(subscriptions).set({ paymentMethodId: "pm_declined" });
  expect(await chargeMissed(staff(back + HOUR), id)).toEqual({ charged: 0, left: 4, stoppedBy: "failed" });
  expect((await findMissedPayments(staff(back + HOUR)))[0]!.dueAts).toHaveLength(4);
});

test("leaving them charges nothing and is in the history", async () => {
  const { id } = await aWeekly();
  const back = START + 40 * DAY;
  await cron(back);
  expect(await waiveMissedPayments(staff(back + HOUR), id)).toBe(4);
  expect(chargesOf(id)).toBe(1);
  expect(await findMissedPayments(staff(back + HOUR))).toEqual([]);
  const actions = (await db.select().from(history).where(eq(history.entityId, id))).map(({ action }) => action);
  expect(actions).toContain("Leave missed payments");
});

test("super admins get one mail for each subscription, once", async () => {
  await aWeekly();
  const back = START + 40 * DAY;
  await cron(back);
  for (const later of [0, HOUR, DAY, 2 * DAY]) await watchHealth(system(back + later));
  const mails = (await db.select().from(outbox)).filter(
    ({ payload }) => payload.kind === "email" && payload.subject.includes("were missed"),
  );
  expect(mails).toHaveLength(1);
  expect(JSON.stringify(mails[0]!.payload)).toContain("$400.00 in all");
  const { troubles } = await findHealth(staff(back));
  expect(troubles.find(({ cause }) => cause === "missed-cycles")!.text).toContain("4 payments of 1 subscription");
});
